/** Refunds that admins decide on. */
import { and, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { RefundRequest } from '#contract/admin-payments.ts'
import { toChargeable } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { countLeftOfCard, countReturned } from './amounts.ts'
import { attempts, isLacking, type PaymentRow, payments, refunds } from './payments.table.ts'
import { queueSending } from './refund-jobs.ts'
import { followBeforeCredit } from './refund-sending.ts'
import { describeRest, lock, readPayment, refund, updateStatus } from './refunds.ts'
import { listSeatPayments, sumLeft } from './seat-payments.ts'
import { transitionRefund } from './transitions.ts'

/**
 * Refunds a payment for an admin: all that is left, or an amount in its currency. Before credit takes the place of money, the card provider says
 * what was refunded there.
 * @throws AppError NOT_FOUND, INVALID_INPUT, PAYMENT_DISPUTED, REFUND_TOO_LARGE
 */
export async function refundByAdmin(ctx: Context, id: string, request: RefundRequest): Promise<number> {
  const { amount, credit, keep_seat: keepsSeat, reason: note, by_hand: byHand } = request
  const payment = await readPayment(ctx.db, parseId(id))
  const amountMinor = amount === undefined ? undefined : readAmount(amount, payment.currency)
  if (byHand) await requireByHand(ctx.db, payment, request)
  const isGiven = credit === true || byHand !== undefined
  const all = isGiven ? await readAllAtProvider(ctx, payment) : await listSeatPayments(ctx.db, payment)
  const [left, ofCards] = [sumLeft(all), all.reduce((sum, one) => sum + countLeftOfCard(one), 0)]
  if (!byHand && (credit || (amountMinor ?? left) > ofCards)) await requireAccount(ctx.db, payment)
  const back = isGiven ? { amountMinor: 0, creditMinor: amountMinor ?? left, byHand } : { amountMinor }
  return refund(ctx, payment.id, { reason: 'refunded', requestedBy: ctx.actor.id, ...back, keepsSeat, note })
}

/** Returns the payments of a seat, with what was refunded at the card provider. @throws AppError REFUND_TOO_LARGE where that was all */
async function readAllAtProvider(ctx: Context, payment: PaymentRow): Promise<PaymentRow[]> {
  const known = await listSeatPayments(ctx.db, payment)
  await followBeforeCredit(ctx, known)
  const all = await listSeatPayments(ctx.db, await readPayment(ctx.db, payment.id))
  if (sumLeft(all) === 0 && sumLeft(known) > 0) throw new AppError('REFUND_TOO_LARGE', ALL_AT_PROVIDER)
  return all
}

const ALL_AT_PROVIDER = 'All of this payment was refunded at the card provider. Nothing is left.'

/** @throws AppError INVALID_INPUT where the school has not received the money by hand */
async function requireByHand(db: Database, { attemptId }: PaymentRow, { credit }: RefundRequest): Promise<void> {
  if (credit) throw new AppError('INVALID_INPUT', 'by_hand: give credit or pay the money back, not both')
  if ((await db.$count(attempts, and(eq(attempts.id, attemptId), isNotNull(attempts.byHand)))) === 0)
    throw new AppError('INVALID_INPUT', 'by_hand: only what you have received by hand can be paid back by hand')
}

/** @throws AppError INVALID_INPUT where no user could spend the credit */
async function requireAccount(db: Database, { userId }: PaymentRow): Promise<void> {
  const { deletedAt } = await Users.read(db, userId)
  if (deletedAt !== null)
    throw new AppError('INVALID_INPUT', 'amount: this account was deleted, so that only what its card paid can go back')
}

/** The card provider takes some amounts in steps. @throws AppError INVALID_INPUT */
function readAmount(amount: number, currency: string): number {
  const minor = toChargeable(amount, currency)
  if (minor === null)
    throw new AppError('INVALID_INPUT', `amount is no amount that a card takes in ${currency.toUpperCase()}`)
  return minor
}

/**
 * Queues the newest failed refund of a payment again that later ones have not replaced and that is not more than what is left. Returns 0
 * where none is to be replaced.
 * @throws AppError NOT_FOUND, PAYMENT_DISPUTED, REFUND_TOO_LARGE
 */
export async function retryRefund(ctx: Context, paymentId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { payment } = await lock(tx, parseId(paymentId))
    const ofPayment = eq(refunds.paymentId, payment.id)
    if ((await tx.$count(refunds, ofPayment)) === 0) throw new AppError('NOT_FOUND')
    const lacking = await tx
      .select(getTableColumns(refunds))
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(ofPayment, isLacking))
      .orderBy(desc(refunds.createdAt))
    if (lacking.length === 0) return 0
    if (payment.isDisputed) throw new AppError('PAYMENT_DISPUTED')
    const left = countLeftOfCard(payment)
    const failed = lacking.find(({ amountMinor }) => amountMinor <= left)
    if (!failed) throw new AppError('REFUND_TOO_LARGE', describeRest(left, payment.currency))
    await transitionRefund(tx, failed.id, 'retry')
    await updateStatus(tx, payment, countReturned(payment) + failed.amountMinor)
    const entry = { action: 'refund_retried', subject: String(payment.receipt), subjectId: paymentId } as const
    await Activity.record(tx, ctx.actor, entry)
    await queueSending(ctx, tx, payment, failed)
    return 1
  })
}
