/**
 * Reminds students of their sessions by e-mail. Every instance looks for due reminders at an interval. The row that a reminder inserts is
 * written with its e-mail in one transaction, so that each is sent once.
 */
import * as Users from '#server/domains/users/users.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { composeReminderEmail } from './calendar.emails.ts'
import { REMINDER_LEADS, type ReminderLead, sessionReminders } from './calendar.table.ts'
import { BATCH_SIZE, type DueReminder, selectDue } from './due-reminders.ts'

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
  const isNew = await claim(tx, lead, due)
  const messages = due
    .filter(isNew)
    .map(({ user, ...reminder }) => composeReminderEmail(ctx, reminder, Users.toRecipient(user)))
  if (messages.length > 0) await ctx.mail.send(tx, ...messages)
  return due.length
}

/** Records reminders. Returns whether this transaction recorded one: it waits for another instance that has recorded the same. */
async function claim(tx: Transaction, lead: ReminderLead, due: DueReminder[]): Promise<(one: DueReminder) => boolean> {
  if (due.length === 0) return () => false
  const values = due.map(({ session, enrolmentId }) => {
    return { sessionId: session.id, enrolmentId, lead, startsAt: session.startsAt }
  })
  const rows = await tx.insert(sessionReminders).values(values).onConflictDoNothing().returning()
  const toKey = (sessionId: string, enrolmentId: string) => `${sessionId} ${enrolmentId}`
  const keys = new Set(rows.map((row) => toKey(row.sessionId, row.enrolmentId)))
  return ({ session, enrolmentId }) => keys.has(toKey(session.id, enrolmentId))
}
