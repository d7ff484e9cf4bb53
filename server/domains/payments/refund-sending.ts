/** Sends refunds, and follows what the card provider does with them and with those that were made there. */
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { formatMoney, readAmountStep } from '#contract/values/money.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { CardProviderError, type CardRefund } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countLeftOfCard, countReturned } from './amounts.ts'
import { report } from './incidents.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from './payments.table.ts'
import { emitSent } from './refund-events.ts'
import { isWhole, queueSending } from './refund-jobs.ts'
import { emailRefund, insertRefund, type Locked, lock, lockIntent, tellStudents, updateStatus } from './refunds.ts'
import { listSeatPayments, sumLeft } from './seat-payments.ts'
import { transitionRefund } from './transitions.ts'

/** Has the provider send the money of a refund. The idempotency key makes repetitions safe. */
export async function sendRefund(ctx: SystemContext, refundId: string): Promise<void> {
  const { refund, payment } = await readRefund(ctx.db, refundId)
  if (refund.status !== 'queued' || (await isReplaced(ctx, payment, refund))) return
  const { amountMinor } = refund
  // Without an amount, the provider sends what is left there. The release before asks so too, and a key belongs to one request.
  const part = (await isWhole(ctx.db, payment, refund)) ? null : amountMinor
  const { transactionId: intentId, currency } = payment
  const outcome = await ctx.cards.refundIntent({
    intentId,
    currency,
    amountMinor: part,
    key: `${refundId}-${refund.round}`,
  })
  if (outcome.refunded) {
    // The rest was refunded at the provider, whose event may come late. Once this refund is done, no retry would look for it.
    if (part === null && outcome.amountMinor < amountMinor) await followProvider(ctx, intentId)
    const sent = { providerId: outcome.id, amountMinor: outcome.amountMinor }
    await inTransaction(ctx, (tx) => finish(ctx, tx, refundId, sent))
    return
  }
  // Money that was refunded at the provider may have taken its place.
  await followProvider(ctx, intentId)
  if (await hasChanged(ctx.db, refund)) return
  const hasFailed = await inTransaction(ctx, async (tx) => {
    await lock(tx, payment.id)
    return fail(tx, refundId, outcome.problem)
  })
  if (hasFailed) await report(ctx, payment, describeFailure(payment, outcome.problem))
}

/**
 * Returns whether money that was refunded at the provider has taken the place of a refund that waits. The provider refuses more than was paid,
 * but does not know of credit that was given in place of money: for a payment with credit, its refunds are read first.
 */
async function isReplaced(ctx: SystemContext, { transactionId }: PaymentRow, refund: RefundRow): Promise<boolean> {
  const isCredited = and(eq(payments.transactionId, transactionId), gt(payments.creditedMinor, 0))
  if ((await ctx.db.$count(payments, isCredited)) === 0) return false
  await followProvider(ctx, transactionId)
  return hasChanged(ctx.db, refund)
}

/** Returns whether a refund that waited is done, or was made shorter, since it was read. */
async function hasChanged(db: Database, { id, round }: RefundRow): Promise<boolean> {
  const { refund } = await readRefund(db, id)
  return refund.status !== 'queued' || refund.round !== round
}

/**
 * Records what the provider tells about the refunds of an intent: those that were made there, in whole or in parts, and those that the bank
 * rejected. Refunds of ours are recognized by their key, so that the same sum is never taken for another one.
 */
export async function followProvider(ctx: SystemContext, intentId: string): Promise<void> {
  const remote = await ctx.cards.listRefunds(intentId)
  if (remote.length === 0) return
  const incidents = await inTransaction(ctx, async (tx) => {
    const paid = await lockIntent(tx, intentId)
    const found: { payment: PaymentRow; text: string }[] = []
    const own = await listRefunds(tx, paid)
    for (const row of own) {
      const { payment } = must(paid.find((one) => one.payment.id === row.paymentId))
      for (const problem of await follow(ctx, tx, row, remote))
        found.push({ payment, text: describeFailure(payment, problem) })
    }
    const others = remote.filter((refund) => !refund.hasFailed && !own.some((row) => belongsTo(refund, row)))
    for (const refund of others) {
      const text = await recordAtProvider(ctx, tx, intentId, refund)
      if (text) found.push({ payment: must(paid[0]).payment, text })
    }
    return found
  })
  for (const { payment, text } of incidents) await report(ctx, payment, text)
}

/** The longest wait for the provider before credit: shorter than that of proxies, after which an admin would give it again. */
const CREDIT_WAIT_MS = 5_000

/**
 * Records refunds that were made at the provider before credit takes the place of the money of cards. Where the provider does not say them soon,
 * those that are known count: what is too much then is reported to admins once its event comes.
 */
export async function followBeforeCredit(ctx: SystemContext, paid: readonly PaymentRow[]): Promise<void> {
  const ofCards = paid.filter((payment) => countLeftOfCard(payment) > 0)
  const intentIds = [...new Set(ofCards.map(({ transactionId }) => transactionId))]
  const followed = Promise.all(intentIds.map((intentId) => followProvider(ctx, intentId)))
  try {
    const isRead = await Promise.race([followed, pause(CREDIT_WAIT_MS, null, { ref: false })])
    if (isRead === null) ctx.log.warn(UNREAD)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    ctx.log.warn(error, UNREAD)
  }
}

const UNREAD = 'What was refunded at the card provider was not read before credit was given.'

function listRefunds(tx: Transaction, paid: Locked[]): Promise<RefundRow[]> {
  const ids = paid.map(({ payment }) => payment.id)
  const isOfCard = and(inArray(refunds.paymentId, ids), eq(refunds.method, 'card'))
  return tx.select().from(refunds).where(isOfCard).orderBy(asc(refunds.createdAt), refunds.id)
}

/** Earlier releases have stored no ids of the provider. */
function belongsTo({ id, key, amountMinor }: CardRefund, row: RefundRow): boolean {
  if (key?.startsWith(row.id)) return true
  if (row.providerId !== null) return row.providerId === id
  return key === null && row.reason === 'at_provider' && row.status === 'done' && row.amountMinor === amountMinor
}

/** Records what has become of a refund at the provider. Returns its problem where it has failed now. */
async function follow(ctx: SystemContext, tx: Transaction, row: RefundRow, remote: CardRefund[]): Promise<string[]> {
  const own = remote
    .filter((refund) => belongsTo(refund, row))
    .sort((a, b) => Number(b.key !== null) - Number(a.key !== null))
  const sent = own.find(({ hasFailed }) => !hasFailed)
  // One that was made there may stand for several of ours.
  const values = sent && { providerId: sent.id, ...(sent.key !== null && { amountMinor: sent.amountMinor }) }
  if (values && row.status === 'queued') await finish(ctx, tx, row.id, values)
  if (values && row.status === 'done') await tx.update(refunds).set(values).where(eq(refunds.id, row.id))
  const [failed] = own
  if (sent || !failed || row.status !== 'done') return []
  await fail(tx, row.id, failed.problem)
  return [failed.problem]
}

/**
 * Records a refund that was made at the provider. It takes the place of refunds that still wait to be sent, as far as not both fit into what
 * was paid. The seats of an order share it in proportion to what is left of them. Where nothing stays paid, their enrolments end. Returns what an
 * admin must handle: only credit stays paid, or more came back than was left; otherwise null.
 */
async function recordAtProvider(
  ctx: SystemContext,
  tx: Transaction,
  intentId: string,
  made: CardRefund,
): Promise<string | null> {
  const paid = await lockIntent(tx, intentId)
  const { rest, left } = await replaceWaiting(ctx, tx, paid, made)
  const all = sum(left)
  const amountMinor = Math.min(rest, all)
  const elsewhere = await countElsewhere(tx, paid)
  const isLast = amountMinor === all && elsewhere === 0
  const shares = distribute(left, amountMinor, must(paid[0]).payment.currency)
  for (const [index, one] of paid.entries()) {
    const [share = 0, leftMinor = 0] = [shares[index], left[index]]
    if (share > 0) await recordShare(ctx, tx, one, { made, leftMinor, amountMinor: share, isLast })
  }
  if (rest > all) return describeExcess(rest - all, must(paid[0]).payment)
  return amountMinor > 0 && amountMinor === all && !isLast ? KEPT : null
}

/** Returns what stays paid beside the cards of an intent: with credit, and for moves of its seats. */
async function countElsewhere(tx: Transaction, paid: Locked[]): Promise<number> {
  const own = paid.map(({ payment }) => payment)
  const seats = await Promise.all(own.map((payment) => listSeatPayments(tx, payment)))
  return sumLeft(seats.flat()) - sum(own.map(countLeftOfCard))
}

/** Credit that was given for a seat is no longer with the card. */
function describeExcess(minor: number, { currency }: PaymentRow): string {
  return `${formatMoney(minor, currency)} more was refunded at the card provider than was left: credit was given for this payment before. Take that credit back where it is not due.`
}

interface Share {
  made: CardRefund
  /** The rest of the payment before, in the minor unit. */
  leftMinor: number
  amountMinor: number
  /** True if nothing stays paid of the order, with credit neither. */
  isLast: boolean
}

async function recordShare(
  ctx: SystemContext,
  tx: Transaction,
  { payment, chosen }: Locked,
  { made, leftMinor, amountMinor, isLast }: Share,
): Promise<void> {
  const order = { reason: 'at_provider', requestedBy: null } as const
  const isOwn = eq(enrolments.paymentId, payment.id)
  const ended = isLast ? await Enrolments.end(tx, isOwn, { reason: 'at_provider', by: null }) : []
  for (const one of isLast ? await listSeatPayments(tx, payment) : [])
    if (one.id !== payment.id) await updateStatus(tx, one, countReturned(one))
  const refundedMinor = payment.amountPaidMinor - leftMinor + amountMinor
  const status = await updateStatus(tx, payment, refundedMinor + payment.creditedMinor)
  const sent = { status: 'done', providerId: made.id, note: null } as const
  await insertRefund(ctx, tx, { ...payment, status }, { ...order, ...sent, amountMinor })
  const isEnrolled = ended.length === 0 && status !== 'refunded'
  const shares = [{ payment, cardMinor: amountMinor, givenMinor: 0 }]
  await emailRefund(ctx, tx, { ...order, shares, chosen, isEnrolled })
  await tellStudents(ctx, tx, { payment, chosen, ended, reason: order.reason })
}

/** Divides an amount in proportion to what is left of each payment; what is over goes to the first ones that have room. */
function distribute(left: readonly number[], amountMinor: number, currency: string): number[] {
  const [all, step] = [sum(left), readAmountStep(currency)]
  const shares = left.map((one) => (all === 0 ? 0 : Number((BigInt(one) * BigInt(amountMinor)) / BigInt(all))))
  const rounded = shares.map((share) => share - (share % step))
  let over = amountMinor - sum(rounded)
  return rounded.map((share, index) => {
    const more = Math.min(over, (left[index] ?? 0) - share)
    over -= more
    return share + more
  })
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

/** Returns the rest of a refund that was made at the provider, and what is left of each payment for it. */
async function replaceWaiting(ctx: SystemContext, tx: Transaction, paid: Locked[], made: CardRefund) {
  const left = paid.map(({ payment }) => countLeftOfCard(payment))
  let rest = made.amountMinor
  for (const row of await listRefunds(tx, paid)) {
    const excess = rest - sum(left)
    if (excess <= 0) break
    if (row.status !== 'queued') continue
    if (row.amountMinor <= rest) {
      await finish(ctx, tx, row.id, { providerId: made.id })
      rest -= row.amountMinor
      continue
    }
    const index = paid.findIndex(({ payment }) => payment.id === row.paymentId)
    const shorter = { id: row.id, amountMinor: row.amountMinor - excess }
    await tx
      .update(refunds)
      .set({ amountMinor: shorter.amountMinor, round: row.round + 1 })
      .where(eq(refunds.id, row.id))
    await queueSending(ctx, tx, must(paid[index]).payment, shorter)
    left[index] = (left[index] ?? 0) + excess
  }
  return { rest, left }
}

/** Records that a refund was sent, once. */
async function finish(
  ctx: SystemContext,
  tx: Transaction,
  refundId: string,
  sent: Parameters<typeof transitionRefund>[3],
): Promise<void> {
  if (await transitionRefund(tx, refundId, 'finish', sent)) await emitSent(ctx, tx, refundId)
}

/** Records that a refund was not sent. Returns false where that is known. A payment of which nothing goes back counts as paid again. */
async function fail(tx: Transaction, refundId: string, problem: string): Promise<boolean> {
  if (!(await transitionRefund(tx, refundId, 'fail', { problem }))) return false
  const { payment } = await readRefund(tx, refundId)
  await updateStatus(tx, payment, countReturned(payment))
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

const KEPT =
  'All that the card has paid was refunded at the card provider. Credit, a voucher or a later move has paid the rest, so that the seats stay. Refund it to end them.'

/** With the receipt, since the seats of an order share the intent, and each text is reported once for it. */
function describeFailure({ receipt }: PaymentRow, problem: string): string {
  return `The card provider could not refund this payment (receipt ${receipt}: ${problem}). Retry, or refund it another way.`
}
