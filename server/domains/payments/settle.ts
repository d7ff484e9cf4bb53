/**
 * Ends checkouts. Every way to end one uses these steps:
 *
 * - `settle` reads the provider's intent and records the purchase, once.
 * - `recordPurchase` is the transaction: for each seat the payment, and either the enrolment or the refund.
 * - `confirmIfPaid` settles an intent that is paid and marks its payments as confirmed.
 * - `endCheckout` cancels the intent and releases the seats; it settles instead where the card was faster.
 */
import { eq, isNull, sql } from 'drizzle-orm'
import type { ReturnReason } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import * as Sales from '#server/domains/vouchers/sales.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { inTransaction, repeatConflicts } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { type Checkout, readCheckout } from './checkout.ts'
import { endHold } from './holds.ts'
import { attempts } from './payments.table.ts'
import { recordPurchase, type Settlement, selectSettlements, toSettlement } from './purchases.ts'
import { transitionPayments } from './transitions.ts'

/** Selects the attempts of the checkout of an intent, with their payments. */
const selectOfIntent = prepare<{ intentId: string }>()((db, value) => {
  const { id, orderId, runId, userId, seatPaymentId } = attempts
  const order = db
    .select({ id })
    .from(attempts)
    .where(eq(attempts.intentId, value('intentId')))
  return selectSettlements(db, { id, orderId, runId, userId, seatPaymentId }, sql`(${order})`)
})

/**
 * Settles the checkout of a paid intent. Repeated and concurrent calls return the same settlement.
 * @param ownerId limits it to the checkouts of one user
 * @throws AppError NOT_FOUND for an unknown intent, NOT_PAID before the provider has the money
 */
export async function settle(ctx: SystemContext, intentId: string, ownerId?: string): Promise<Settlement> {
  const rows = await selectOfIntent(ctx.db, { intentId })
  const [first] = rows
  // Another intent may sell a voucher, which is no payment for a seat.
  if (!first) return { paymentId: await Sales.settle(ctx, intentId, ownerId), paymentIds: [], returned: null }
  if (ownerId !== undefined && first.attempt.userId !== ownerId) throw new AppError('NOT_FOUND')
  const settled = toSettlement(rows)
  if (settled) return settled
  const intent = await ctx.cards.getIntent(intentId)
  if (!intent) throw new AppError('NOT_FOUND')
  const seats = rows.map(({ attempt }) => attempt)
  return recordPurchase(ctx, { id: first.attempt.orderId, seats }, intent)
}

/** Creates the error for a student whose payment bought nothing. */
export function createReturnedError(reason: ReturnReason): AppError {
  return new AppError('MONEY_RETURNED', `${RETURN_MESSAGES[reason]} ${FULL_REFUND_MESSAGE}`)
}

/** Creates the error for a student who wanted to end or to begin a checkout whose card was charged first. */
export function createSettledError({ returned }: Pick<Settlement, 'returned'>): AppError {
  return returned ? createReturnedError(returned) : new AppError('ALREADY_ENROLLED')
}

/** Settles and confirms an intent if the provider reports it as paid. Ignores unpaid intents and those of other systems. */
export async function confirmIfPaid(ctx: SystemContext, intentId: string): Promise<void> {
  try {
    await confirm(ctx, await settle(ctx, intentId))
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'NOT_PAID')) return
    throw error
  }
}

/**
 * Ends the checkout of an order. Returns null where its seats were released, or it had ended before; or the settlement where the card was
 * charged first.
 * @throws AppError PROVIDER_UNAVAILABLE while the provider is still processing; the seats stay held
 */
export async function endCheckout(ctx: SystemContext, orderId: string): Promise<Settlement | null> {
  return endCheckoutAsRead(ctx, await readCheckout(ctx.db, orderId))
}

/** `endCheckout` with what was read of it, which may be outdated. */
export async function endCheckoutAsRead(ctx: SystemContext, checkout: Checkout): Promise<Settlement | null> {
  const { id, intentId } = checkout
  const intent = intentId ? await ctx.cards.cancelIntent(intentId) : null
  if (intent?.status === 'succeeded') return confirm(ctx, await recordPurchase(ctx, checkout, intent))
  if (intent?.status === 'open') throw new AppError('PROVIDER_UNAVAILABLE', STILL_PROCESSING)
  const hasNoIntent = intentId ? undefined : isNull(attempts.intentId)
  if (await inTransaction(ctx, (tx) => endHold(tx, checkout, hasNoIntent))) return null
  if (intentId) return null
  // An intent may have been created since the checkout was read. Its card must not be charged for a seat that is given away.
  const current = await readCheckout(ctx.db, id)
  return current.intentId && must(current.seats[0]).status === 'open' ? endCheckoutAsRead(ctx, current) : null
}

const STILL_PROCESSING = 'The card provider is still processing this payment. Try again in a moment.'

/** Marks the payments of a settlement as confirmed by the provider. */
export async function confirm(ctx: SystemContext, settlement: Settlement): Promise<Settlement> {
  await repeatConflicts(() => transitionPayments(ctx.db, settlement.paymentIds, 'confirm'))
  return settlement
}
