/** Records what a paid order has bought: for each seat a payment, and either the enrolment or the refund. */
import { and, eq, getTableColumns, inArray, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import { RETURN_REASONS, type ReturnReason } from '#contract/payments.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { countFree, type LockedRun } from '#server/domains/classes/runs/seats.ts'
import * as Redemptions from '#server/domains/coupons/redemptions.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import * as Users from '#server/domains/users/users.ts'
import * as VoucherUses from '#server/domains/vouchers/voucher-uses.ts'
import { readClaims, takeEnrolled } from '#server/domains/waiting/claims.ts'
import { emitAll, type NewEvent } from '#server/domains/webhooks/emit.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { CardIntent } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { firstFirst, sumCredit, sumDue, sumVouchers } from './checkout.ts'
import { freeSeats } from './holds.ts'
import { completeMoves, lockPaid, mayMove } from './move-settlement.ts'
import { composeReturnedEmail } from './payments.emails.ts'
import {
  type Attempt,
  attempts,
  type PaymentRow,
  paidMinor,
  payments,
  refunds,
  seatPaymentId,
} from './payments.table.ts'
import { type Bought, composeOrderReceiptEmail, composeReceiptEmail } from './receipts.emails.ts'
import { insertRefund } from './refunds.ts'
import { resell } from './returns.ts'
import { transitionAttempts } from './transitions.ts'

export interface Settlement {
  /** The payment of the first seat. */
  paymentId: string
  paymentIds: string[]
  /** The reason that all of the money is refunded instead of buying the seats; null where it bought one. */
  returned: ReturnReason | null
}

/** The provider's charge for an order. */
type Charge = Pick<CardIntent, 'id' | 'amountMinor' | 'currency' | 'status'>

/** Selects columns of the attempts of an order, with their payments and why these bought nothing. */
export function selectSettlements<Columns extends Partial<typeof COLUMNS>>(
  db: Database,
  columns: Columns,
  orderId: string | SQLWrapper,
) {
  const isReturn = and(eq(refunds.paymentId, payments.id), inArray(refunds.reason, [...RETURN_REASONS]))
  const reason = db.select({ reason: refunds.reason }).from(refunds).where(isReturn).limit(1)
  const seat = db.select({ id: enrolments.id }).from(enrolments).where(eq(enrolments.paymentId, seatPaymentId))
  // A seat that cost nothing and is gone has no refund.
  const isGone = and(eq(paidMinor, 0), notExists(seat))
  const returned = sql<ReturnReason | null>`coalesce((${reason}), case when ${isGone} then 'seat_gone' end)`
  return db
    .select({ attempt: columns, paymentId: payments.id, returned })
    .from(attempts)
    .leftJoin(payments, eq(payments.attemptId, attempts.id))
    .where(eq(attempts.orderId, orderId))
    .orderBy(...firstFirst)
}

const COLUMNS = getTableColumns(attempts)

const lockSettlements = prepare<{ orderId: string }>()((db, value) =>
  selectSettlements(db, COLUMNS, value('orderId')).for('update', { of: attempts }),
)

/** Returns the settlement of an order, the first seat first; null before it is settled. */
export function toSettlement(rows: { paymentId: string | null; returned: ReturnReason | null }[]): Settlement | null {
  const paid = rows.flatMap(({ paymentId, returned }) => (paymentId === null ? [] : [{ paymentId, returned }]))
  const [first] = paid
  if (!first) return null
  const reasons = paid.flatMap((row) => row.returned ?? [])
  // `seat_gone` may stand for a seat that cost nothing, whose reason is not recorded.
  const reason = reasons.find((each) => each !== 'seat_gone') ?? reasons[0] ?? null
  const returned = reasons.length === paid.length ? reason : null
  return { paymentId: first.paymentId, paymentIds: paid.map(({ paymentId }) => paymentId), returned }
}

/** Records the purchase of a paid order, unless another call has. Locks the classes first, as a hold does. */
export async function recordPurchase(
  ctx: SystemContext,
  { id, seats }: { id: string; seats: Pick<Attempt, 'runId' | 'seatPaymentId'>[] },
  charge: Charge,
): Promise<Settlement> {
  if (charge.status !== 'succeeded') throw new AppError('NOT_PAID')
  return inTransaction(ctx, async (tx) => {
    const locked = await lockPaid(tx, seats)
    const rows = await lockSettlements(tx, { orderId: id })
    const existing = toSettlement(rows)
    if (existing) return existing
    const student = await Users.readToEnroll(tx, must(rows[0]).attempt.userId)
    const all = rows.map(({ attempt }) => ({ attempt, chosen: must(locked.get(attempt.runId)) }))
    const bought = await decide(tx, all, { student, charge })
    // An order that costs nothing has no money to return.
    if (charge.amountMinor === 0 && bought.some(({ returned }) => returned)) throw new AppError('ATTEMPT_CLOSED')
    const recorded = await insertPayments(tx, bought, charge)
    await closeAttempts(tx, id, recorded)
    await releaseSeats(tx, all, recorded)
    if (must(recorded[0]).attempt.seatPaymentId === null) await removeFromCart(tx, recorded)
    await complete(ctx, tx, recorded, { student, locked })
    return must(toSettlement(recorded.map(({ payment, returned }) => ({ paymentId: payment.id, returned }))))
  })
}

interface Seat {
  attempt: Attempt
  chosen: LockedRun
}

interface DecidedSeat extends Seat {
  /** By card. */
  amountPaidMinor: number
  creditMinor: number
  /** The reason that the payment cannot buy the seat; null where it can. */
  returned: ReturnReason | null
}

interface RecordedSeat extends DecidedSeat {
  payment: PaymentRow
}

/**
 * Decides for each seat of an order whether its money buys it. Where the provider took another amount than the order's, all of it belongs
 * to the first seat and is returned.
 */
async function decide(
  tx: Transaction,
  seats: Seat[],
  { student, charge }: { student: Users.NewStudent; charge: Charge },
): Promise<DecidedSeat[]> {
  const first = must(seats[0])
  const due = sumDue(seats.map(({ attempt }) => attempt))
  const isExpected = charge.amountMinor === due && charge.currency === first.attempt.currency
  if (!isExpected || !(await keepsPrice(tx, seats))) {
    const returned = first.attempt.seatPaymentId === null ? 'amount_differs' : 'move_gone'
    return [{ ...first, amountPaidMinor: charge.amountMinor, creditMinor: 0, returned }]
  }
  const reasons = await findReturnReasons(tx, seats, student)
  return seats.map((seat) => {
    const { amountMinor, creditMinor } = seat.attempt
    const returned = reasons.get(seat.chosen.run.id) ?? null
    const amountPaidMinor = amountMinor - creditMinor
    // Credit that buys nothing is not spent.
    return { ...seat, amountPaidMinor, creditMinor: returned ? 0 : creditMinor, returned }
  })
}

/** Returns whether an order can still be paid as it was begun: once its hold has ended, its coupon, credit and vouchers may be spent elsewhere. */
async function keepsPrice(tx: Transaction, seats: Seat[]): Promise<boolean> {
  const { orderId, status, userId, currency } = must(seats[0]).attempt
  if (status === 'open') return true
  const credit = sumCredit(seats.map(({ attempt }) => attempt))
  if (credit > 0 && !(await Credit.isLeftFor(tx, { userId, currency, amountMinor: credit }))) return false
  if (sumVouchers(seats.map(({ attempt }) => attempt)) > 0 && !(await VoucherUses.isLeftFor(tx, orderId))) return false
  const isReduced = seats.some(({ attempt }) => attempt.discountMinor > 0)
  return !isReduced || Redemptions.isLeftFor(tx, orderId)
}

/** Returns why a payment cannot buy the seats of a run, by its id. It buys all of them or none. */
async function findReturnReasons(tx: Transaction, seats: Seat[], student: Users.NewStudent) {
  const reasons = new Map<string, ReturnReason | null>()
  for (const [runId, wanted] of Map.groupBy(seats, ({ chosen }) => chosen.run.id))
    reasons.set(runId, await findReturnReason(tx, wanted, student))
  return reasons
}

/** Returns why a payment cannot buy seats of one run, or null where it can. The class is locked. */
async function findReturnReason(
  tx: Transaction,
  seats: Seat[],
  student: Users.NewStudent,
): Promise<ReturnReason | null> {
  const { attempt, chosen } = must(seats[0])
  const { userId, status, seatPaymentId } = attempt
  const { run, isOnOffer } = chosen
  const { length: wanted } = seats
  const all = seats.map((seat) => seat.attempt)
  if (student.deletedAt !== null) return 'user_gone'
  if (seatPaymentId !== null) return (await mayMove(tx, all, chosen)) ? null : 'move_gone'
  if (!isOnOffer) return 'class_gone'
  const numbers = all.map(({ seat }) => seat)
  if (await hasSeats(tx, { userId, run, numbers })) return 'enrolled_already'
  if (status === 'open') return run.seats + run.returns >= wanted ? null : 'seat_gone'
  // A released attempt has lost its seat to the open ones.
  if (!Runs.canEnroll(run)) return 'class_gone'
  const offer = (await readClaims(tx, userId, [run])).get(run.id)
  return countFree(run, offer?.seats) >= wanted ? null : 'seat_gone'
}

/** Returns whether the student is in the class; for seats for others, without the first, whether they have seats of these numbers. */
async function hasSeats(
  tx: Transaction,
  { userId, run, numbers }: { userId: string; run: Runs.RunRow; numbers: number[] },
): Promise<boolean> {
  if (numbers.includes(1)) return Enrolments.isEnrolled(tx, userId, run)
  const isSame = and(eq(enrolments.userId, userId), eq(enrolments.runId, run.id), inArray(enrolments.seat, numbers))
  return (await tx.$count(enrolments, and(isSame, isActive))) > 0
}

/** Inserts the payments of an order: what the provider took, even where that differs from the order's amount. */
async function insertPayments(
  tx: Transaction,
  seats: DecidedSeat[],
  { id: transactionId, currency }: Charge,
): Promise<RecordedSeat[]> {
  const createdAt = Date.now()
  const rows = seats.map(({ attempt, chosen, amountPaidMinor, creditMinor, returned }) => {
    const {
      id: attemptId,
      userId,
      classId,
      runId,
      cartId,
      email,
      name,
      className,
      classImage,
      termsVersionId,
      seatPaymentId,
    } = attempt
    const purchase = { userId, email, name, classId, runId, cartId, className, classImage, termsVersionId }
    // A seat that cost nothing has nothing to refund.
    const status = returned && amountPaidMinor > 0 ? ('refunded' as const) : ('pending' as const)
    const facts = { status, isDisputed: false, refundedMinor: 0, creditedMinor: 0, creditMinor, createdAt }
    const seat = { seatPaymentId: returned ? null : seatPaymentId, soldOpen: chosen.run.startsAt === null }
    return { ...purchase, ...facts, ...seat, amountPaidMinor, currency, attemptId, transactionId }
  })
  const { id, receipt, attemptId } = payments
  const inserted = await tx.insert(payments).values(rows).returning({ id, receipt, attemptId })
  return seats.map((seat, index) => {
    const keys = must(inserted.find((row) => row.attemptId === seat.attempt.id))
    return { ...seat, payment: { ...must(rows[index]), ...keys } }
  })
}

async function closeAttempts(tx: Transaction, orderId: string, recorded: RecordedSeat[]): Promise<void> {
  const paidIds = recorded.map(({ attempt }) => attempt.id)
  await transitionAttempts(tx, 'settle', inArray(attempts.id, paidIds))
  const isUnpaid = must(recorded[0]).returned === 'amount_differs'
  if (isUnpaid) await transitionAttempts(tx, 'release', eq(attempts.orderId, orderId))
}

/** Frees the held seats that the money has not bought. An enrolment takes the place of the others. */
async function releaseSeats(tx: Transaction, all: Seat[], recorded: RecordedSeat[]): Promise<void> {
  const boughtIds = new Set(recorded.flatMap(({ attempt, returned }) => (returned ? [] : [attempt.id])))
  const unbought = all.map(({ attempt }) => attempt).filter(({ id, heldSeats }) => heldSeats > 0 && !boughtIds.has(id))
  await freeSeats(tx, unbought)
}

/** The student may have selected another date since. It stays where the payment has bought nothing. */
async function removeFromCart(tx: Transaction, recorded: RecordedSeat[]): Promise<void> {
  const { userId } = must(recorded[0]).attempt
  const returned = recorded.filter((seat) => seat.returned).map(({ attempt }) => attempt.cartId)
  const bought = recorded.filter((seat) => !seat.returned).map(({ attempt }) => attempt.classId)
  if (returned.length > 0) await Cart.removePaid(tx, returned)
  if (bought.length > 0) await Cart.removeSelected(tx, userId, bought)
}

/** Enrolls or moves the student, e-mails one receipt, and returns the money of the seats that it could not buy. */
async function complete(
  ctx: SystemContext,
  tx: Transaction,
  recorded: RecordedSeat[],
  { student, locked }: { student: Users.NewStudent; locked: Map<string, LockedRun> },
): Promise<void> {
  for (const { payment, returned } of recorded)
    if (returned) await returnMoney(ctx, tx, payment, returned, Users.greet(student))
  const [first] = recorded
  if (first?.returned === null && first.attempt.seatPaymentId !== null)
    return completeMoves(ctx, tx, { moves: recorded, chosen: first.chosen, student, locked })
  const {
    bought: [receipt, ...others],
    newEvents,
  } = await enrol(
    ctx,
    tx,
    recorded.filter(({ returned }) => returned === null),
  )
  if (!receipt) return
  const recipient = Users.toRecipient(student)
  const { orderId } = must(recorded[0]).attempt
  const number = await Orders.readNumber(tx, orderId)
  const email =
    others.length === 0
      ? composeReceiptEmail(ctx, { number, ...receipt }, recipient)
      : composeOrderReceiptEmail(ctx, { number, bought: [receipt, ...others] }, recipient)
  await ctx.mail.send(tx, email)
  const completed: NewEvent = { type: 'order.completed', compose: () => Orders.readCompleted(tx, orderId) }
  await emitAll(ctx, tx, [...newEvents, completed])
}

/** All seats of an order were held, or none. Returns what the receipt shows of each, and the events of the enrolments. */
async function enrol(
  ctx: SystemContext,
  tx: Transaction,
  seats: RecordedSeat[],
): Promise<{ bought: Bought[]; newEvents: NewEvent[] }> {
  const bought: Bought[] = []
  const newEvents: NewEvent[] = []
  const [first] = seats
  if (!first) return { bought, newEvents }
  const places = seats.map(({ payment, attempt: { seat, listPriceMinor } }) => {
    const { id: paymentId, userId, classId, runId, createdAt } = payment
    return { userId, classId, runId, seat, paymentId, listPriceMinor, createdAt }
  })
  for (const [runId, ofRun] of Map.groupBy(seats, ({ chosen }) => chosen.run.id)) {
    const missing = ofRun.length - must(ofRun[0]).chosen.run.seats
    for (let sold = 0; sold < missing; sold++) await resell(ctx, tx, runId)
  }
  const ids = await Enrolments.enrolAll(tx, places, first.attempt.heldSeats)
  for (const { chosen, payment, attempt } of seats)
    if (attempt.seat === 1) await takeEnrolled(tx, chosen, payment.userId)
  const versions = await Terms.readVersions(tx, [...new Set(seats.map(({ payment }) => payment.termsVersionId))])
  for (const [index, { payment, chosen, attempt }] of seats.entries()) {
    const { id: paymentId, userId, classId, runId, className, name, email, createdAt } = payment
    const _id = must(ids[index])
    const enrolment = { _id, classId, runId, className, paymentId, userId, name, email, created_at: createdAt }
    newEvents.push({ type: 'enrollment.created', compose: () => enrolment })
    const dates = await readRunDates(ctx, tx, chosen.run)
    const version = must(versions.find(({ id }) => id === payment.termsVersionId))
    bought.push({
      payment,
      dates,
      version,
      discountMinor: attempt.discountMinor,
      voucherMinor: attempt.voucherMinor,
      byHand: null,
      isForOthers: !seats.some((one) => one.chosen.run.id === runId && one.attempt.seat === 1),
    })
  }
  return { bought, newEvents }
}

async function returnMoney(
  ctx: SystemContext,
  tx: Transaction,
  payment: PaymentRow,
  reason: ReturnReason,
  greeting: ReturnType<typeof Users.greet>,
): Promise<void> {
  const { amountPaidMinor: amountMinor } = payment
  if (amountMinor > 0) await insertRefund(ctx, tx, payment, { reason, amountMinor })
  await ctx.mail.send(tx, composeReturnedEmail(payment, reason, greeting))
}
