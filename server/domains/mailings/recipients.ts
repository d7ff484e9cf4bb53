/** Recipients of a mailing: now, for the number that admins see before they send it, and for good once it is sent. */
import { and, asc, countDistinct, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { MailingClass } from '#contract/mailings.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { isCurrent, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { isReachable } from '#server/domains/newsletter/newsletter.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { byLetters } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Address } from './mailings.emails.ts'
import { mailingClasses, type mailingRecipients, type mailings } from './mailings.table.ts'

type MailingRow = typeof mailings.$inferSelect
type Addressed = Pick<MailingRow, 'id' | 'audience'>

/** Returns how many people would receive a mailing now. */
export async function count(db: Database, { id, audience }: Addressed): Promise<number> {
  if (audience === 'subscribers') return db.$count(subscriptions, isReachable)
  const [row] = await db
    .select({ students: countDistinct(users.id) })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(isRecipient(db, id))
  return Number(row?.students ?? 0)
}

/** Stores everyone who is a recipient now, in one statement. Returns their number. */
export async function freeze(tx: Transaction, { id, audience }: Addressed): Promise<number> {
  const [row] = await readRows<{ queued: number }>(
    tx,
    sql`with queued as (${audience === 'subscribers' ? insertSubscribers(id) : insertStudents(tx, id)} returning 1)
      select count(*)::int as queued from queued`,
  )
  return row?.queued ?? 0
}

function insertSubscribers(id: string): SQL {
  return sql`insert into mailing_recipients (mailing_id, subscription_id)
    select ${id}, ${subscriptions.id} from ${subscriptions} where ${isReachable}`
}

function insertStudents(db: Database, id: string): SQL {
  return sql`insert into mailing_recipients (mailing_id, user_id)
    select distinct ${id}::uuid, ${users.id} from ${enrolments}
      inner join ${runs} on ${eq(runs.id, enrolments.runId)}
      inner join ${users} on ${eq(users.id, enrolments.userId)} where ${isRecipient(db, id)}`
}

/** Matches active enrolments in the classes of a mailing that are not over, of users who have not left. */
function isRecipient(db: Database, id: string): SQL | undefined {
  const chosen = db
    .select({ id: mailingClasses.class_id })
    .from(mailingClasses)
    .where(eq(mailingClasses.mailing_id, id))
  return and(inArray(enrolments.classId, chosen), isActive, isCurrent(), isNotDeleted)
}

/**
 * Returns the address of a recipient, and the id of a subscription, for its links. Null for a person who has unsubscribed, left the school
 * or the class since the mailing was queued.
 */
export async function findAddress(
  db: Database,
  { mailing_id, subscription_id, user_id }: typeof mailingRecipients.$inferSelect,
): Promise<Address | null> {
  if (user_id === null) {
    if (subscription_id === null) return null
    const isSubscribed = and(eq(subscriptions.id, subscription_id), isReachable)
    const [row] = await db.select({ email: subscriptions.email }).from(subscriptions).where(isSubscribed)
    return row ? { ...row, subscriptionId: subscription_id } : null
  }
  const [row] = await db
    .select({ email: users.email })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(eq(users.id, user_id), isRecipient(db, mailing_id)))
    .limit(1)
  return row ? { ...row, subscriptionId: null } : null
}

/** Returns the classes that have students to write to. */
export async function listClasses(db: Database): Promise<MailingClass[]> {
  const rows = await db
    .select({ _id: classes.id, name: classes.name, students: countDistinct(users.id) })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(isActive, isCurrent(), isNotDeleted))
    .groupBy(classes.id)
    .orderBy(byLetters(classes.name), asc(classes.id))
  return rows.map((row) => ({ ...row, students: Number(row.students) }))
}
