/** The record of who did what: written in the transaction of the deed itself, read by admins. */
import { count, eq } from 'drizzle-orm'
import type { ActivityEntry, ActivityQuery, Deed, FieldChange } from '#contract/activity.ts'
import type { Page } from '#contract/pages.ts'
import type { Actor } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { havingWords, inOrder, readPage } from '#server/database/lists.ts'
import { users } from '#server/users/users.table.ts'
import { activity } from './activity.table.ts'

/** A deed, and what it was done to, as it is called now. */
export interface Done {
  deed: Deed
  subject: string
  subjectId: string
  words?: string
  changes?: FieldChange[]
}

/** Records what an actor does, or the school's operator (null), in the transaction of the deed. */
export async function record(tx: Database, actor: Pick<Actor, 'id'> | null, done: Done): Promise<void> {
  const { changes = [], ...said } = done
  await tx.insert(activity).values({ ...said, changes, actorId: actor?.id ?? null, createdAt: Date.now() })
}

/** The record, newest first, a page at a time; words are looked for in who, what it was done to, and what was said. */
export async function list(db: Database, query: ActivityQuery): Promise<Page<ActivityEntry>> {
  const fitting = havingWords(query.q, [users.name, users.email, activity.subject, activity.words])
  const rows = entries(db)
    .where(fitting)
    .orderBy(...inOrder(query, { created_at: activity.createdAt }, activity.id))
  const all = db.select({ all: count() }).from(activity)
  const counted = fitting ? all.leftJoin(users, eq(users.id, activity.actorId)).where(fitting) : all
  return readPage(query, rows.$dynamic(), toEntry, counted)
}

function entries(db: Database) {
  return db.select().from(activity).leftJoin(users, eq(users.id, activity.actorId))
}

function toEntry({ activity: done, users: actor }: Awaited<ReturnType<typeof entries>>[number]): ActivityEntry {
  return {
    _id: done.id,
    actor: actor && { name: actor.name, email: actor.email },
    deed: done.deed,
    subject: done.subject,
    subjectId: done.subjectId,
    words: done.words,
    changes: done.changes,
    created_at: done.createdAt,
  }
}
