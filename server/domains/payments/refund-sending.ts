/** Sends refunds, and follows what the card provider does with them and with those that were made there. */
import { asc, eq } from 'drizzle-orm'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { CardRefund } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { report } from './incidents.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from './payments.table.ts'
import { queueSending } from './refund-jobs.ts'
import { emailRefund, insertRefund, lock, updateStatus } from './refunds.ts'
import { transitionRefund } from './transitions.ts'

/** Has the provider send the money of a refund. The idempotency key makes repetitions safe. */
export async function sendRefund(ctx: SystemContext, refundId: string): Promise<void> {
  const { refund, payment } = await readRefund(ctx.db, refundId)
  if (refund.status !== 'queued') return
  const { amountMinor, round } = refund
  // Without an amount, the provider sends what is left there. The release before asks so too, and a key belongs to one request.
  const part = amountMinor === payment.amountPaidMinor ? null : amountMinor
  const { transactionId: intentId, currency } = payment
  const outcome = await ctx.cards.refundIntent({ intentId, currency, amountMinor: part, key: `${refundId}-${round}` })
  if (outcome.refunded) {
    const sent = { providerId: outcome.id, amountMinor: outcome.amountMinor }
    return void (await inTransaction(ctx, (tx) => transitionRefund(tx, refundId, 'finish', sent)))
  }
  // Money that was refunded at the provider may have taken its place.
  await followProvider(ctx, payment)
  const { refund: current } = await readRefund(ctx.db, refundId)
  if (current.status !== 'queued' || current.round !== round) return
  const hasFailed = await inTransaction(ctx, async (tx) => {
    await lock(tx, payment.id)
    return fail(tx, refundId, outcome.problem)
  })
  if (hasFailed) await report(ctx, payment, describeFailure(outcome.problem))
}

/**
 * Records what the provider tells about the refunds of a payment: those that were made there, in whole or in parts, and those that the bank
 * rejected. Refunds of ours are recognized by their key, so that the same sum is never taken for another one.
 */
export async function followProvider(ctx: SystemContext, payment: PaymentRow): Promise<void> {
  const remote = await ctx.cards.listRefunds(payment.transactionId)
  if (remote.length === 0) return
  const problems = await inTransaction(ctx, async (tx) => {
    await lock(tx, payment.id)
    const failed: string[] = []
    const own = await listRefunds(tx, payment.id)
    for (const row of own) failed.push(...(await follow(tx, row, remote)))
    const others = remote.filter((refund) => !refund.hasFailed && !own.some((row) => belongsTo(refund, row)))
    for (const refund of others) await recordAtProvider(ctx, tx, payment.id, refund)
    return failed
  })
  for (const problem of problems) await report(ctx, payment, describeFailure(problem))
}

function listRefunds(tx: Transaction, paymentId: string): Promise<RefundRow[]> {
  return tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.createdAt), refunds.id)
}

/** Earlier releases have stored no ids of the provider. */
function belongsTo({ id, key, amountMinor }: CardRefund, row: RefundRow): boolean {
  if (key?.startsWith(row.id)) return true
  if (row.providerId !== null) return row.providerId === id
  return key === null && row.reason === 'at_provider' && row.status === 'done' && row.amountMinor === amountMinor
}

/** Records what has become of a refund at the provider. Returns its problem where it has failed now. */
async function follow(tx: Transaction, row: RefundRow, remote: CardRefund[]): Promise<string[]> {
  const own = remote
    .filter((refund) => belongsTo(refund, row))
    .sort((a, b) => Number(b.key !== null) - Number(a.key !== null))
  const sent = own.find(({ hasFailed }) => !hasFailed)
  // One that was made there may stand for several of ours.
  const values = sent && { providerId: sent.id, ...(sent.key !== null && { amountMinor: sent.amountMinor }) }
  if (values && row.status === 'queued') await transitionRefund(tx, row.id, 'finish', values)
  if (values && row.status === 'done') await tx.update(refunds).set(values).where(eq(refunds.id, row.id))
  const [failed] = own
  if (sent || !failed || row.status !== 'done') return []
  await fail(tx, row.id, failed.problem)
  return [failed.problem]
}

/**
 * Records a refund that was made at the provider. It takes the place of refunds that still wait to be sent, as far as not both fit into the
 * payment. Where nothing stays paid, the enrolment ends.
 */
async function recordAtProvider(
  ctx: SystemContext,
  tx: Transaction,
  paymentId: string,
  made: CardRefund,
): Promise<void> {
  const { chosen, payment } = await lock(tx, paymentId)
  const free = payment.amountPaidMinor - payment.refundedMinor
  const { rest, left } = await replaceWaiting(ctx, tx, { payment, made, free })
  const amountMinor = Math.min(rest, left)
  if (amountMinor === 0) return
  const order = { reason: 'at_provider', requestedBy: null } as const
  const ended =
    amountMinor === left
      ? await Enrolments.end(tx, eq(enrolments.paymentId, paymentId), { reason: 'at_provider', by: null })
      : []
  const refundedMinor = payment.amountPaidMinor - left + amountMinor
  const status = await updateStatus(tx, { ...payment, refundedMinor })
  const sent = { status: 'done', providerId: made.id, note: null } as const
  await insertRefund(ctx, tx, { ...payment, status }, { ...order, ...sent, amountMinor })
  const isEnrolled = ended.length === 0 && status !== 'refunded'
  await emailRefund(ctx, tx, { ...order, payment, chosen, amountMinor, isEnrolled })
}

interface Made {
  payment: PaymentRow
  made: CardRefund
  /** What is left of the payment, in the minor unit. */
  free: number
}

/** Returns the rest of a refund that was made at the provider, and what is left of the payment for it. */
async function replaceWaiting(ctx: SystemContext, tx: Transaction, { payment, made, free }: Made) {
  let [rest, left] = [made.amountMinor, free]
  for (const row of await listRefunds(tx, payment.id)) {
    if (rest <= left) break
    if (row.status !== 'queued') continue
    if (row.amountMinor <= rest) {
      await transitionRefund(tx, row.id, 'finish', { providerId: made.id })
      rest -= row.amountMinor
      continue
    }
    const shorter = { id: row.id, amountMinor: row.amountMinor - (rest - left) }
    await tx
      .update(refunds)
      .set({ amountMinor: shorter.amountMinor, round: row.round + 1 })
      .where(eq(refunds.id, row.id))
    await queueSending(ctx, tx, payment, shorter)
    left = rest
  }
  return { rest, left }
}

/** Records that a refund was not sent. Returns false where that is known. A payment of which nothing goes back counts as paid again. */
async function fail(tx: Transaction, refundId: string, problem: string): Promise<boolean> {
  if (!(await transitionRefund(tx, refundId, 'fail', { problem }))) return false
  const { payment } = await readRefund(tx, refundId)
  await updateStatus(tx, payment)
  return true
}

async function readRefund(db: Database, refundId: string): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  return must(row)
}

function describeFailure(problem: string): string {
  return `The card provider could not refund this payment (${problem}). Retry, or refund it another way.`
}
