/** The verbs of admins on a mailing that is being sent: stop it, continue it, and try failed recipients again. */
import { and, eq, notExists } from 'drizzle-orm'
import * as Activity from '#server/domains/activity/activity.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { isRejected } from '#server/domains/newsletter/newsletter.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { mailingRecipients, mailings } from './mailings.table.ts'
import * as Mailings from './mailings.ts'
import { begin } from './sending-job.ts'

/** Stops sending. Returns 0 for a mailing that is not being sent. @throws AppError NOT_FOUND */
export async function stop(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await Mailings.lock(tx, id)
    if (row.state !== 'sending') return 0
    await tx.update(mailings).set({ state: 'stopped', paused_until: null }).where(eq(mailings.id, row.id))
    await Activity.record(tx, ctx.actor, { action: 'mailing_stopped', subject: row.subject, subjectId: row.id })
    return 1
  })
}

/** Stops all mailings of a school that was restored: its original has sent them. */
export async function stopAll(tx: Transaction): Promise<void> {
  await tx.update(mailings).set({ state: 'stopped', paused_until: null }).where(eq(mailings.state, 'sending'))
}

/** Continues a mailing that was stopped. Returns 0 for any other. @throws AppError NOT_FOUND */
export async function continueSending(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await Mailings.lock(tx, id)
    if (row.state !== 'stopped') return 0
    await tx.update(mailings).set({ state: 'sending' }).where(eq(mailings.id, row.id))
    await begin(ctx, tx, row, 'mailing_continued')
    return 1
  })
}

/**
 * Queues the recipients again whom the mail server refused, but not addresses that do not exist. Returns their number, which is 0 while
 * a mailing is being sent.
 * @throws AppError NOT_FOUND
 */
export async function retry(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await Mailings.lock(tx, id)
    if (row.state !== 'sent') return 0
    const rejected = tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.id, mailingRecipients.subscription_id), isRejected))
    const isFailed = and(eq(mailingRecipients.mailing_id, row.id), eq(mailingRecipients.state, 'failed'))
    const queued = await tx
      .update(mailingRecipients)
      .set({ state: 'queued', attempts: 0, due_at: 0, reason: null })
      .where(and(isFailed, notExists(rejected)))
      .returning({ id: mailingRecipients.id })
    if (queued.length === 0) return 0
    await tx.update(mailings).set({ state: 'sending' }).where(eq(mailings.id, row.id))
    await begin(ctx, tx, row, 'mailing_retried')
    return queued.length
  })
}
