/**
 * Ends attempts to pay. Every way to end one uses these steps:
 *
 * - `settle` reads the provider's intent and records the purchase, once.
 * - `recordPurchase` is the transaction: the payment, and either the enrolment or the refund.
 * - `confirmIfPaid` settles an intent that is paid and marks its payment as confirmed.
 * - `endAttempt` cancels the intent and releases the seat; it settles instead where the card was faster.
 */
import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { RETURN_REASONS, type ReturnReason } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { changeSeats, countFree, type LockedRun, lockForSale } from '#server/domains/classes/runs/seats.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import * as Users from '#server/domains/users/users.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import type { CardIntent } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { endHold } from './holds.ts'
import { composeReceiptEmail, composeReturnedEmail } from './payments.emails.ts'
import { type Attempt, attempts, isOpen, type PaymentRow, payments, refunds } from './payments.table.ts'
import { insertRefund } from './refunds.ts'
import { transitionAttempt, transitionPayment } from './transitions.ts'

export interface Settlement {
  paymentId: string
  /** Why the money is refunded instead of buying the seat; null where it bought the seat. */
  returned: ReturnReason | null
}

/**
 * Settles the attempt of a paid intent. Repeated and concurrent calls return the same settlement.
 * @param ownerId limits it to the attempts of one user
 * @throws AppError NOT_FOUND for an unknown intent, NOT_PAID before the provider has the money
 */
export async function settle(ctx: SystemContext, intentId: string, ownerId?: string): Promise<Settlement> {
  const { id, runId, userId } = attempts
  const [row] = await selectSettlements(ctx.db, { id, runId, userId }).where(eq(attempts.intentId, intentId))
  const { attempt, ...outcome } = orNotFound(row)
  if (ownerId !== undefined && attempt.userId !== ownerId) throw new AppError('NOT_FOUND')
  return toSettlement(outcome) ?? recordPurchase(ctx, attempt, orNotFound(await ctx.cards.getIntent(intentId)))
}

/** Creates the error for a student whose payment bought nothing. */
export function createReturnedError(reason: ReturnReason): AppError {
  return new AppError('MONEY_RETURNED', `${RETURN_MESSAGES[reason]} ${FULL_REFUND_MESSAGE}`)
}

/** Creates the error for a student who wanted to end or to begin an attempt whose card was charged first. */
export function createSettledError({ returned }: Settlement): AppError {
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

export type OpenAttempt = Pick<Attempt, 'id' | 'runId' | 'intentId'>

/**
 * Ends an open attempt, as it was read. Returns null where its seat was released, or the settlement where the card was charged first.
 * @throws AppError PROVIDER_UNAVAILABLE while the provider is still processing; the seat stays held
 */
export async function endAttempt(ctx: SystemContext, attempt: OpenAttempt): Promise<Settlement | null> {
  const intent = attempt.intentId ? await ctx.cards.cancelIntent(attempt.intentId) : null
  if (intent?.status === 'succeeded') return confirm(ctx, await recordPurchase(ctx, attempt, intent))
  if (intent?.status === 'open') throw new AppError('PROVIDER_UNAVAILABLE', STILL_PROCESSING)
  const hasNoIntent = attempt.intentId ? undefined : isNull(attempts.intentId)
  if (await inTransaction(ctx, (tx) => endHold(tx, attempt, hasNoIntent))) return null
  // An intent may have been created since the attempt was read. Its card must not be charged for a seat that is given away.
  const isOpenWithIntent = and(eq(attempts.id, attempt.id), isOpen, isNotNull(attempts.intentId))
  const [current] = attempt.intentId ? [] : await ctx.db.select().from(attempts).where(isOpenWithIntent)
  return current ? endAttempt(ctx, current) : null
}

const STILL_PROCESSING = 'The card provider is still processing this payment. Try again in a moment.'

async function confirm(ctx: SystemContext, settlement: Settlement): Promise<Settlement> {
  await inTransaction(ctx, (tx) => transitionPayment(tx, settlement.paymentId, 'confirm'))
  return settlement
}

/** Selects columns of attempts, with their payments and why these bought nothing. */
function selectSettlements<Columns extends Partial<typeof COLUMNS>>(db: Database, columns: Columns) {
  const isReturn = and(eq(refunds.paymentId, payments.id), inArray(refunds.reason, [...RETURN_REASONS]))
  const returned = db.select({ reason: refunds.reason }).from(refunds).where(isReturn).limit(1)
  return db
    .select({ attempt: columns, paymentId: payments.id, returned: sql<ReturnReason | null>`(${returned})` })
    .from(attempts)
    .leftJoin(payments, eq(payments.attemptId, attempts.id))
}

const COLUMNS = getTableColumns(attempts)

function toSettlement({
  paymentId,
  returned,
}: {
  paymentId: string | null
  returned: ReturnReason | null
}): Settlement | null {
  return paymentId === null ? null : { paymentId, returned }
}

/** Records the purchase of a paid attempt, unless another call has. Locks the class first, as a hold does. */
async function recordPurchase(
  ctx: SystemContext,
  { id, runId }: Pick<Attempt, 'id' | 'runId'>,
  intent: CardIntent,
): Promise<Settlement> {
  if (intent.status !== 'succeeded') throw new AppError('NOT_PAID')
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockForSale(tx, runId)
    const [row] = await selectSettlements(tx, COLUMNS).where(eq(attempts.id, id)).for('update', { of: attempts })
    const { attempt, ...outcome } = must(row)
    const existing = toSettlement(outcome)
    if (existing) return existing
    const student = await Users.readToEnroll(tx, attempt.userId)
    const returned = await findReturnReason(tx, attempt, { student, chosen, intent })
    const payment = await insertPayment(tx, attempt, intent, returned)
    await transitionAttempt(tx, id, 'settle')
    // The student may have selected another date since. It stays where this payment has bought nothing.
    if (returned) await Cart.removePaid(tx, attempt.cartId)
    else await Cart.removeSelected(tx, attempt.userId, attempt.classId)
    if (returned && attempt.heldSeats > 0) await changeSeats(tx, runId, { held: -attempt.heldSeats })
    if (returned) await returnMoney(ctx, tx, payment, returned, Users.greet(student))
    else await enrol(ctx, tx, payment, { attempt, run: chosen.run, student })
    return { paymentId: payment.id, returned }
  })
}

/** Returns why a payment cannot buy the seat of its attempt, or null where it can. The class is locked. */
async function findReturnReason(
  tx: Transaction,
  { userId, status, amountMinor, currency }: Attempt,
  { student, chosen: { run, isOnOffer }, intent }: { student: Users.NewStudent; chosen: LockedRun; intent: CardIntent },
): Promise<ReturnReason | null> {
  if (intent.amountMinor !== amountMinor || intent.currency !== currency) return 'amount_differs'
  if (student.deletedAt !== null) return 'user_gone'
  if (!isOnOffer) return 'class_gone'
  if (await Enrolments.isEnrolled(tx, userId, run)) return 'enrolled_already'
  if (status === 'open') return run.seats > 0 ? null : 'seat_gone'
  // A released attempt has lost its seat to the open ones.
  if (!Runs.canEnroll(run)) return 'class_gone'
  return countFree(run) > 0 ? null : 'seat_gone'
}

/** Inserts a payment of the amount that the provider took, even where it differs from the attempt's. */
async function insertPayment(
  tx: Transaction,
  { id: attemptId, userId, classId, runId, cartId, email, name, className, classImage, termsVersionId }: Attempt,
  { id: transactionId, amountMinor: amountPaidMinor, currency }: CardIntent,
  returned: ReturnReason | null,
): Promise<PaymentRow> {
  const buyer = { userId, email, name }
  const bought = { classId, runId, cartId, className, classImage, termsVersionId }
  const purchase = { ...buyer, ...bought, amountPaidMinor, currency }
  const status = returned ? 'refunded' : 'pending'
  const facts = { status, isDisputed: false, refundedMinor: 0 } as const
  const values = { ...purchase, ...facts, attemptId, transactionId, createdAt: Date.now() }
  const [inserted] = await tx.insert(payments).values(values).returning({ id: payments.id, receipt: payments.receipt })
  return { ...values, ...must(inserted) }
}

async function enrol(
  ctx: SystemContext,
  tx: Transaction,
  payment: PaymentRow,
  {
    attempt: { listPriceMinor, heldSeats },
    run,
    student,
  }: { attempt: Attempt; run: Runs.RunRow; student: Users.NewStudent },
): Promise<void> {
  const { id: paymentId, userId, classId, runId, className, name, email, createdAt } = payment
  const _id = await Enrolments.enrol(tx, { userId, classId, runId, paymentId, listPriceMinor, createdAt }, heldSeats)
  const enrolment = { _id, classId, runId, className, paymentId, userId, name, email, created_at: createdAt }
  await emit(ctx, tx, 'enrollment.created', () => enrolment)
  const dates = await readRunDates(ctx, tx, run)
  const version = await Terms.readVersion(tx, payment.termsVersionId)
  await ctx.mail.send(tx, composeReceiptEmail(ctx, payment, { dates, version }, Users.toRecipient(student)))
}

async function returnMoney(
  ctx: SystemContext,
  tx: Transaction,
  payment: PaymentRow,
  reason: ReturnReason,
  greeting: Greeting,
): Promise<void> {
  await insertRefund(ctx, tx, payment, { reason, amountMinor: payment.amountPaidMinor })
  await ctx.mail.send(tx, composeReturnedEmail(payment, reason, greeting))
}
