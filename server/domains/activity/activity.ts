/** The activity log: written in the transaction of each action, read by admins. */
import { count, eq } from 'drizzle-orm'
import type { Action, ActivityEntry, ActivityQuery, FieldChange } from '#contract/activity.ts'
import type { Page } from '#contract/values/pagination.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Actor } from '#server/ports/context.ts'
import { activity } from './activity.table.ts'

/** An action, and its subject under its present name. */
export interface NewActivity {
  action: Action
  subject: string
  subjectId: string
  message?: string
  changes?: FieldChange[]
}

/** Records an action in its own transaction. A null actor is the operator. */
export async function record(tx: Transaction, actor: Pick<Actor, 'id'> | null, entry: NewActivity): Promise<void> {
  const { changes = [], ...rest } = entry
  await tx.insert(activity).values({ ...rest, changes, actorId: actor?.id ?? null, createdAt: Date.now() })
}

/** Returns the log, newest first. `q` searches the actor, the subject and the message. */
export async function list(db: Database, query: ActivityQuery): Promise<Page<ActivityEntry>> {
  const isMatch = matchesText(query.q, [users.name, users.email, activity.subject, activity.message])
  const rows = selectWithActor(db)
    .where(isMatch)
    .orderBy(...orderBy(query, { created_at: activity.createdAt }, activity.id))
  const all = db.select({ all: count() }).from(activity)
  const total = isMatch ? all.leftJoin(users, eq(users.id, activity.actorId)).where(isMatch) : all
  return readPage(query, rows.$dynamic(), toEntry, () => readCount(db, total))
}

function selectWithActor(db: Database) {
  return db.select().from(activity).leftJoin(users, eq(users.id, activity.actorId))
}

type RowWithActor = Awaited<ReturnType<typeof selectWithActor>>[number]

function toEntry({ activity: row, users: actor }: RowWithActor): ActivityEntry {
  return {
    _id: row.id,
    actor: actor && { name: actor.name, email: actor.email },
    deed: row.action,
    subject: row.subject,
    subjectId: row.subjectId,
    words: row.message,
    changes: row.changes,
    created_at: row.createdAt,
  }
}
