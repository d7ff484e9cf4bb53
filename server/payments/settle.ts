/** The end of an attempt: settled by what the provider says, or released. The same function for every way it comes about. */
import { and, count, eq, sql } from 'drizzle-orm'
import { RETURN_REASONS, type RefundReason, type ReturnReason } from '#contract/payments.ts'
import { MONEY_GOES_BACK, RETURNED } from '#contract/refund-words.ts'
import { cartItems } from '#server/cart/cart.table.ts'
import { classes, isOnOffer } from '#server/classes/classes.table.ts'
import type { SystemContext } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { orNotFound, Refusal } from '#server/refusal.ts'
import * as Users from '#server/users/users.ts'
import type { CardIntent } from './cards.ts'
import { receiptLetter, returnedLetter } from './letters.ts'
import { moveAttempt, movePayment } from './moves.ts'
import { attempts, enrolments, payments, refunds } from './payments.table.ts'
import { queueRefund } from './refunds.ts'

type Attempt = typeof attempts.$inferSelect
type Payment = typeof payments.$inferSelect

export interface Settled {
  paymentId: string
  /** Why the money goes back instead of buying the seat, where it does. */
  returned: ReturnReason | null
}

/**
 * Settles the attempt of an intent if the provider says that it is paid: payment, seat, enrolment and cart in one
 * transaction, once, however often and by whomever it is asked. Where there is nothing left to buy, the payment is a refunded one.
 * @param ownerId whose attempt it must be, where that matters
 * @throws Refusal NOT_FOUND for an intent that is not ours, NOT_PAID before the money is there
 */
export async function settle(ctx: SystemContext, intentId: string, ownerId?: string): Promise<Settled> {
  const owned = ownerId ? eq(attempts.userId, ownerId) : undefined
  const [found] = await withOutcome(ctx.db).where(and(eq(attempts.intentId, intentId), owned))
  const { attempt, ...outcome } = orNotFound(found)
  return toSettled(outcome) ?? settleBy(ctx, attempt, orNotFound(await ctx.cards.getIntent(intentId)))
}

/** What somebody hears whose payment bought nothing. */
export function moneyReturned(reason: ReturnReason): Refusal {
  return new Refusal('MONEY_RETURNED', `${RETURNED[reason]} ${MONEY_GOES_BACK}`)
}

/** Settles and confirms an intent of ours if the provider says that it is paid; anything else is left as it is. */
export async function settleIfPaid(ctx: SystemContext, intentId: string): Promise<void> {
  try {
    const { paymentId } = await settle(ctx, intentId)
    await movePayment(ctx.db, paymentId, 'confirm')
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'NOT_PAID')) return
    throw error
  }
}

/**
 * Ends an open attempt for good: its intent is cancelled and the seat let go; or, if the card was faster, it is settled, and what
 * came of that is answered.
 * @throws Refusal PROVIDER_UNAVAILABLE where the provider does neither, as while it is processing: the seat stays held
 */
export async function close(ctx: SystemContext, attempt: Attempt): Promise<Settled | null> {
  const intent = attempt.intentId ? await ctx.cards.cancelIntent(attempt.intentId) : null
  if (intent?.status === 'succeeded') {
    const settled = await settleBy(ctx, attempt, intent)
    await movePayment(ctx.db, settled.paymentId, 'confirm')
    return settled
  }
  if (intent?.status === 'open') throw new Refusal('PROVIDER_UNAVAILABLE', STILL_WORKING)
  await moveAttempt(ctx.db, attempt.id, 'release')
  return null
}

const STILL_WORKING = 'The card provider is still working on this payment. Please try again in a moment.'

/** Attempts, each with what has come of it. */
function withOutcome(db: Database) {
  return db
    .select({ attempt: attempts, paymentId: payments.id, reason: refunds.reason })
    .from(attempts)
    .leftJoin(payments, eq(payments.attemptId, attempts.id))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
}

function toSettled({ paymentId, reason }: { paymentId: string | null; reason: RefundReason | null }): Settled | null {
  return paymentId === null ? null : { paymentId, returned: RETURN_REASONS.find((one) => one === reason) ?? null }
}

async function settleBy(ctx: SystemContext, attempt: Attempt, intent: CardIntent): Promise<Settled> {
  if (intent.status !== 'succeeded') throw new Refusal('NOT_PAID')
  const settled = await transaction(ctx.db, (tx) => write({ ...ctx, db: tx }, attempt, intent))
  ctx.catalogue.changed()
  return settled
}

interface Stock {
  seats: number
  onOffer: boolean
}

/** Locks the class row first, as `hold` does, so that the two never wait for each other. */
async function write(ctx: SystemContext, { id, classId }: Attempt, intent: CardIntent): Promise<Settled> {
  const { db: tx } = ctx
  const [stock] = await tx
    .select({ seats: classes.seats, onOffer: sql<boolean>`${isOnOffer}` })
    .from(classes)
    .where(eq(classes.id, classId))
    .for('update')
  const [found] = await withOutcome(tx).where(eq(attempts.id, id))
  const { attempt, ...outcome } = orNotFound(found)
  const known = toSettled(outcome)
  if (known) return known
  const returned = await obstacleTo(tx, attempt, orNotFound(stock), intent)
  const payment = await writePayment(tx, attempt, intent, returned)
  await moveAttempt(tx, id, 'settle')
  await tx.delete(cartItems).where(eq(cartItems.id, attempt.cartId))
  if (returned) await giveBack(ctx, payment, returned)
  else await enrol(ctx, payment)
  return { paymentId: payment.id, returned }
}

/** Why the money cannot buy what it was paid for, if it cannot. The class row is locked. */
async function obstacleTo(
  tx: Database,
  attempt: Attempt,
  { seats, onOffer }: Stock,
  intent: CardIntent,
): Promise<ReturnReason | null> {
  const { userId, classId } = attempt
  if (intent.amountMinor !== attempt.amountMinor || intent.currency !== attempt.currency) return 'amount_differs'
  if (!(await Users.isHere(tx, userId))) return 'user_gone'
  if (!onOffer) return 'class_gone'
  const mine = and(eq(enrolments.userId, userId), eq(enrolments.classId, classId))
  if ((await tx.select({ id: enrolments.id }).from(enrolments).where(mine)).length) return 'enrolled_already'
  const free = seats - (attempt.status === 'open' ? 0 : await heldIn(tx, classId))
  return free > 0 ? null : 'seat_gone'
}

/** Seats that open attempts hold: whoever pays after their own hold was let go has no claim on those. */
async function heldIn(tx: Database, classId: string): Promise<number> {
  const open = and(eq(attempts.classId, classId), eq(attempts.status, 'open'))
  const [held] = await tx.select({ seats: count() }).from(attempts).where(open)
  return Number(held?.seats ?? 0)
}

/** What was taken is what the payment says, also where it is not what was asked for. */
async function writePayment(
  tx: Database,
  attempt: Attempt,
  { id: transactionId, amountMinor, currency }: CardIntent,
  returned: ReturnReason | null,
): Promise<Payment> {
  const { id: attemptId, userId, classId, cartId, email, name, className, classImage } = attempt
  const frozen = { userId, classId, cartId, email, name, className, classImage, amountMinor, currency }
  const status = returned ? 'refunded' : 'pending'
  const values = { ...frozen, attemptId, transactionId, status, createdAt: Date.now() } as const
  const [payment] = await tx.insert(payments).values(values).returning()
  return orNotFound(payment)
}

async function enrol(ctx: SystemContext, payment: Payment): Promise<void> {
  const { id: paymentId, userId, classId, createdAt } = payment
  await ctx.db.insert(enrolments).values({ userId, classId, paymentId, createdAt })
  await ctx.db
    .update(classes)
    .set({ seats: sql`${classes.seats} - 1`, enroll: sql`${classes.enroll} + 1` })
    .where(eq(classes.id, classId))
  await ctx.mail.send(ctx.db, receiptLetter(ctx, payment))
}

async function giveBack(ctx: SystemContext, payment: Payment, reason: ReturnReason): Promise<void> {
  await queueRefund(ctx, payment.id, reason)
  await ctx.mail.send(ctx.db, returnedLetter(payment, reason))
}
