/**
 * Reminds students of their sessions by e-mail. Every instance looks for due reminders at an interval. The row that a reminder inserts is
 * written with its e-mail in one transaction, so that each is sent once.
 */
import { and, asc, eq, exists, gt, isNull, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import { isNotCanceled, runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive, isFirstSeat } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { composeReminderEmail } from './calendar.emails.ts'
import { calendars, REMINDER_LEADS, type ReminderLead, sessionReminders } from './calendar.table.ts'

const HOUR_MS = 60 * 60_000
const LEAD_MS: Record<ReminderLead, number> = { two_days: 48 * HOUR_MS, two_hours: 2 * HOUR_MS }

/** Reminders that are found at once. */
export const BATCH_SIZE = 200

type DueReminder = Awaited<ReturnType<typeof selectDue>>[number]

/**
 * Selects due reminders that are not recorded. It locks the enrolments and sessions, so that they do not end before the reminders refer
 * to them, and skips those that are ending.
 */
function selectDue(tx: Transaction, lead: ReminderLead, now: number) {
  return tx
    .select({
      session: runSessions,
      run: runs,
      user: users,
      enrolmentId: enrolments.id,
      classId: classes.id,
      className: classes.name,
    })
    .from(runSessions)
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .innerJoin(enrolments, eq(enrolments.runId, runs.id))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(
      and(
        isDue(lead, now),
        isActive,
        isFirstSeat,
        isNotCanceled,
        isNull(classes.withdrawnAt),
        isNull(users.deletedAt),
        // Who enrolls later knows the date.
        lte(enrolments.createdAt, sql`${runSessions.startsAt} - ${LEAD_MS[lead]}`),
        not(isSwitchedOff(tx)),
        isNotSent(tx, lead),
      ),
    )
    .orderBy(asc(runSessions.id), asc(enrolments.id))
    .limit(BATCH_SIZE)
    .for('share', { of: [enrolments, runSessions], skipLocked: true })
}

/** Matches sessions whose reminder is due, and that a later one does not replace. */
function isDue(lead: ReminderLead, now: number): SQL | undefined {
  const next = lead === 'two_days' ? LEAD_MS.two_hours : 0
  return and(gt(runSessions.startsAt, now + next), lte(runSessions.startsAt, now + LEAD_MS[lead]))
}

function isSwitchedOff(tx: Transaction): SQL {
  const isOff = and(eq(calendars.userId, users.id), eq(calendars.remindsByEmail, false))
  return exists(tx.select({ id: calendars.userId }).from(calendars).where(isOff))
}

function isNotSent(tx: Transaction, lead: ReminderLead): SQL {
  const isSame = and(
    eq(sessionReminders.sessionId, runSessions.id),
    eq(sessionReminders.enrolmentId, enrolments.id),
    eq(sessionReminders.lead, lead),
    eq(sessionReminders.startsAt, runSessions.startsAt),
  )
  return notExists(tx.select({ id: sessionReminders.sessionId }).from(sessionReminders).where(isSame))
}

/** Sends all reminders that are due at a time. One that was missed is sent late, until the next one is due or the session starts. */
export async function remind(ctx: SystemContext, now = Date.now()): Promise<void> {
  for (const lead of REMINDER_LEADS) {
    let count = BATCH_SIZE
    while (count === BATCH_SIZE) count = await inTransaction(ctx, (tx) => sendBatch(ctx, tx, lead, now))
  }
}

/** Returns the number of reminders found, those that another instance sends at the same time included. */
async function sendBatch(ctx: SystemContext, tx: Transaction, lead: ReminderLead, now: number): Promise<number> {
  const due = await selectDue(tx, lead, now)
  const isNew = await recordNew(tx, lead, due)
  const messages = due
    .filter(isNew)
    .map(({ user, ...reminder }) => composeReminderEmail(ctx, reminder, Users.toRecipient(user)))
  if (messages.length > 0) await ctx.mail.send(tx, ...messages)
  return due.length
}

/** Records reminders. Returns whether this transaction recorded one: it waits for another instance that has recorded the same. */
async function recordNew(
  tx: Transaction,
  lead: ReminderLead,
  due: DueReminder[],
): Promise<(one: DueReminder) => boolean> {
  if (due.length === 0) return () => false
  const values = due.map(({ session, enrolmentId }) => {
    return { sessionId: session.id, enrolmentId, lead, startsAt: session.startsAt }
  })
  const rows = await tx.insert(sessionReminders).values(values).onConflictDoNothing().returning()
  const toKey = (sessionId: string, enrolmentId: string) => `${sessionId} ${enrolmentId}`
  const keys = new Set(rows.map((row) => toKey(row.sessionId, row.enrolmentId)))
  return ({ session, enrolmentId }) => keys.has(toKey(session.id, enrolmentId))
}
