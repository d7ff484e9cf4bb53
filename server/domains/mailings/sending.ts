/** The verbs of admins that send a mailing, stop it, and go on with it. `delivery.ts` does the work. */
import { and, eq, notExists } from 'drizzle-orm'
import type { Action } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import { toSlug } from '#contract/slug.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { subscriptions } from '#server/domains/newsletter/newsletter.table.ts'
import { isRejected } from '#server/domains/newsletter/newsletter.ts'
import { AppError, requireVersion } from '#server/platform/app-error.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context } from '#server/ports/context.ts'
import { composeTest, renderMailing } from './mailings.emails.ts'
import { mailingRecipients, mailings } from './mailings.table.ts'
import * as Mailings from './mailings.ts'
import * as Recipients from './recipients.ts'

/** Sends a mailing to recipients for half a minute, and enqueues the next job. `pauses` counts those since the mail server responded last. */
export const sendMailingJob: JobKind<{ mailingId: string; pauses: number }> = {
  name: 'mailings.send',
  timeoutSeconds: 150,
  retries: 50,
  initialBackoff: 5,
  maxBackoff: 600,
  retention: 3_600,
  sendsMessage: true,
}

/** Addresses below /newsletter that are not newsletters. */
const RESERVED_SLUGS = ['confirm', 'unsubscribe']

/** E-mails a mailing to the actor only. Returns the address. @throws AppError NOT_FOUND */
export async function test(ctx: Context, id: string): Promise<string> {
  const { actor, mail, publicUrl } = ctx
  return inTransaction(ctx, async (tx) => {
    const row = await Mailings.find(tx, id)
    await mail.send(tx, composeTest(renderMailing(row, publicUrl), actor.email))
    return actor.email
  })
}

/**
 * Queues a draft for everyone who is a recipient now. Returns their number.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, MAILING_SENT, NO_RECIPIENTS
 */
export async function send(ctx: Context, id: string, { ifMatch }: CallOptions = {}): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    // Two newsletters with one subject must not choose the same address.
    await lockTable(tx, mailings)
    const row = await Mailings.lock(tx, id)
    if (row.state !== 'draft') throw new AppError('MAILING_SENT')
    requireVersion(row, ifMatch)
    const queued = await Recipients.freeze(tx, row)
    if (queued === 0) throw new AppError('NO_RECIPIENTS')
    const slug = row.audience === 'subscribers' ? await findFreeSlug(tx, row) : null
    await tx.update(mailings).set({ state: 'sending', sent_at: Date.now(), slug }).where(eq(mailings.id, row.id))
    if (row.in_archive) changesCatalogue(tx)
    await begin(ctx, tx, row, 'mailing_sent', `${queued} ${queued === 1 ? 'recipient' : 'recipients'}`)
    return queued
  })
}

async function findFreeSlug(tx: Transaction, { id, subject }: Mailings.MailingRow): Promise<string> {
  const slug = toSlug(subject) || 'newsletter'
  const isTaken = RESERVED_SLUGS.includes(slug) || (await tx.$count(mailings, eq(mailings.slug, slug))) > 0
  return isTaken ? `${slug}-${id.slice(0, 8)}` : slug
}

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

/** Goes on with a mailing that was stopped. Returns 0 for any other. @throws AppError NOT_FOUND */
export async function goOn(ctx: Context, id: string): Promise<number> {
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

async function begin(
  { actor, jobs }: Context,
  tx: Transaction,
  { id, subject }: Mailings.MailingRow,
  action: Action,
  message?: string,
): Promise<void> {
  await Activity.record(tx, actor, { action, subject, subjectId: id, ...(message ? { message } : {}) })
  await jobs.enqueue(tx, sendMailingJob, { mailingId: id, pauses: 0 })
}
