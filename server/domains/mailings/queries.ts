/** Mailings as admins see them, with their progress. */
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { ListedMailing, Mailing, MailingProgress, MailingsQuery } from '#contract/mailings.ts'
import type { Page } from '#contract/values/pagination.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { byLetters, matchesText, orderBy, readPage, toFirstPage } from '#server/platform/database/lists.ts'
import { mailingClasses, mailingRecipients, mailings } from './mailings.table.ts'
import * as Mailings from './mailings.ts'

/** Failed recipients that an admin sees one by one. */
const MAX_FAILURES = 20

/** Returns the mailings, newest first. */
export async function list(db: Database, query: MailingsQuery): Promise<Page<ListedMailing>> {
  const isMatch = matchesText(query.q, [mailings.subject])
  const columns = { created_at: mailings.created_at, subject: mailings.subject }
  const rows = db
    .select()
    .from(mailings)
    .where(isMatch)
    .orderBy(...orderBy(query, columns, mailings.id))
  const total = db.select({ all: count() }).from(mailings).where(isMatch)
  const page = await readPage(
    toFirstPage(query),
    rows.$dynamic(),
    (row) => row,
    () => readCount(db, total),
  )
  const progress = await readProgress(
    db,
    page.rows.map(({ id }) => id),
  )
  return { ...page, rows: page.rows.map((row) => toListed(row, progress)) }
}

/** Returns a mailing. @throws AppError NOT_FOUND */
export async function get(db: Database, id: string): Promise<Mailing> {
  const row = await Mailings.find(db, id)
  const chosen = await db
    .select({ id: classes.id, name: classes.name })
    .from(mailingClasses)
    .innerJoin(classes, eq(classes.id, mailingClasses.class_id))
    .where(eq(mailingClasses.mailing_id, row.id))
    .orderBy(byLetters(classes.name), asc(classes.id))
  return {
    ...toListed(row, await readProgress(db, [row.id])),
    text: row.text,
    classes: chosen.map((each) => each.id),
    class_names: chosen.map(({ name }) => name),
    paused_until: row.paused_until,
    failures: await listFailures(db, row.id),
  }
}

async function listFailures(db: Database, id: string): Promise<Mailing['failures']> {
  const rows = await db
    .select({ email: sql<string>`coalesce(${subscriptions.email}, ${users.email})`, reason: mailingRecipients.reason })
    .from(mailingRecipients)
    .leftJoin(subscriptions, eq(subscriptions.id, mailingRecipients.subscription_id))
    .leftJoin(users, eq(users.id, mailingRecipients.user_id))
    .where(
      and(
        eq(mailingRecipients.mailing_id, id),
        eq(mailingRecipients.state, 'failed'),
        sql`coalesce(${subscriptions.id}, ${users.id}) is not null`,
      ),
    )
    .orderBy(mailingRecipients.id)
    .limit(MAX_FAILURES)
  return rows.map(({ email, reason }) => ({ email, reason: reason ?? '' }))
}

const NOBODY: MailingProgress = { total: 0, queued: 0, sent: 0, failed: 0, skipped: 0, unclear: 0 }

async function readProgress(db: Database, ids: string[]): Promise<Map<string, MailingProgress>> {
  const rows = await db
    .select({ id: mailingRecipients.mailing_id, state: mailingRecipients.state, total: count() })
    .from(mailingRecipients)
    .where(inArray(mailingRecipients.mailing_id, ids))
    .groupBy(mailingRecipients.mailing_id, mailingRecipients.state)
  const progress = new Map<string, MailingProgress>()
  for (const { id, state, total } of rows) {
    const before = progress.get(id) ?? NOBODY
    const field = state === 'sending' ? 'queued' : state
    progress.set(id, { ...before, [field]: before[field] + Number(total), total: before.total + Number(total) })
  }
  return progress
}

function toListed(row: Mailings.MailingRow, progress: Map<string, MailingProgress>): ListedMailing {
  const { id, subject, audience, state, in_archive, slug, created_at, sent_at, version } = row
  const fields = { subject, audience, state, in_archive, slug, created_at, sent_at, version }
  return { _id: id, ...fields, progress: progress.get(id) ?? NOBODY }
}
