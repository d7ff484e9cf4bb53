/** What moves to other dates cost or return, and whether they are possible. */
import { and, eq } from 'drizzle-orm'
import { quoteMove } from '#contract/quote.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { MOVED_DAYS } from '#contract/values/limits.ts'
import { formatMoney } from '#contract/values/money.ts'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, lockForSale, requireUnsoldSeat } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import type * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { subtractHours } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { type Attempt, attempts, isOpen, type PaymentRow, payments } from './payments.table.ts'
import { listSeatPayments, sumLeft } from './seat-payments.ts'

/** A move that is possible. */
export interface PlannedMove {
  from: LockedRun
  to: LockedRun
  enrolment: Enrolments.EnrolmentRow
  /** The payment that has bought the place; null where none has. */
  payment: PaymentRow | null
  /** The payments of the place, the newest first. */
  paid: PaymentRow[]
  /** The open attempts of the actor to pay for seats of the class, or for moves in it. */
  open: Attempt[]
  /** What the date costs now, or what an open attempt for this move has frozen. */
  listPriceMinor: number
  dueMinor: number
  creditMinor: number
  feeMinor: number
  currency: string
  /** The last moment to move. */
  until: number | null
}

/**
 * Locks what a move of the actor changes, and computes what it costs; null where they are in that run already.
 * @throws AppError NOT_FOUND, RUN_CLOSED, SEATS_GONE, SEATS_HELD, PAYMENT_DISPUTED
 */
export async function plan(ctx: Context, tx: Transaction, fromId: string, toId: string): Promise<PlannedMove | null> {
  const from = await lockRun(tx, fromId)
  const isOwn = and(eq(enrolments.runId, from.run.id), eq(enrolments.userId, ctx.actor.id), isActive)
  // The lock keeps attendance from being recorded at the same time.
  const [row] = await tx.select().from(enrolments).where(isOwn).orderBy(enrolments.seat).limit(1).for('update')
  const enrolment = orNotFound(row)
  if (from.run.id === parseId(toId)) return null
  // A run of another class must not be locked: two classes have no order.
  if ((await Runs.find(tx, toId)).classId !== from.class.id) throw new AppError('NOT_FOUND')
  const to = await lockForSale(tx, parseId(toId))
  if (!to.isOnOffer) throw new AppError('RUN_CLOSED')
  if (!mayLeave(from.run) || !Runs.canEnroll(to.run)) throw new AppError('RUN_CLOSED')
  await requireUnattended(tx, enrolment, from.run)
  const isOwnOpen = and(eq(attempts.classId, from.class.id), eq(attempts.userId, ctx.actor.id), isOpen)
  const open = await tx.select().from(attempts).where(isOwnOpen)
  requireUnsoldSeat(to.run, open.filter(({ runId }) => runId === to.run.id).length)
  return { from, to, enrolment, open, ...(await priceMove(ctx, tx, { from, to, enrolment, open })) }
}

/** Prices a move by the terms of the payment. In the days after the school has moved the date, it costs no fee. @throws AppError RUN_CLOSED, PAYMENT_DISPUTED */
async function priceMove(
  ctx: Context,
  tx: Transaction,
  { from: { run }, to, enrolment, open }: Pick<PlannedMove, 'from' | 'to' | 'enrolment' | 'open'>,
) {
  const { paymentId, listPriceMinor: formerMinor, schoolMovedAt } = enrolment
  const [payment = null] = paymentId ? await tx.select().from(payments).where(eq(payments.id, paymentId)) : []
  const paid = payment ? await listSeatPayments(tx, payment) : []
  const version = payment && (await Terms.readVersion(tx, payment.termsVersionId))
  const isMoved = schoolMovedAt !== null && Date.now() <= schoolMovedAt + MOVED_DAYS * DAY_MS
  const hours = isMoved ? 0 : (version?.moveHoursBefore ?? 0)
  const until = run.startsAt === null ? null : subtractHours(run.startsAt, hours, run.timeZone)
  if (until !== null && Date.now() > until) throw new AppError('RUN_CLOSED', TOO_LATE)
  const held = open.find(
    (one) => one.runId === to.run.id && one.seatPaymentId !== null && one.seatPaymentId === paymentId,
  )
  const listPriceMinor = held?.listPriceMinor ?? to.listPriceMinor
  const feeMinor = isMoved ? 0 : (version?.moveFeeMinor ?? 0)
  const amounts = quoteMove({ formerMinor, nextMinor: listPriceMinor, feeMinor, leftMinor: sumLeft(paid) })
  const isDisputed = paid.some((one) => one.isDisputed)
  if (isDisputed && amounts.creditMinor + amounts.dueMinor > 0) throw new AppError('PAYMENT_DISPUTED')
  return { ...amounts, payment, paid, listPriceMinor, feeMinor, until, currency: payment?.currency ?? ctx.currency }
}

/** Returns whether what a move costs can be paid here: the place was paid for, in the currency in which the school sells now. */
export function isPayable({ currency }: Context, { payment }: PlannedMove): boolean {
  return payment?.currency === currency
}

/** Says what a move costs and why. */
export function describeDue(ctx: Context, planned: PlannedMove): string {
  const { dueMinor, feeMinor, currency } = planned
  const [due, fee] = [formatMoney(dueMinor, currency), formatMoney(feeMinor, currency)]
  const contact = isPayable(ctx, planned) ? '' : ' It cannot be paid here: contact us.'
  // The date itself costs more, not only the fee of the terms.
  if (dueMinor > feeMinor)
    return `That date costs ${due} more${feeMinor > 0 ? `, with the fee of ${fee} for a move` : ''}.${contact}`
  const rest = dueMinor < feeMinor ? `, of which ${due} is left to pay` : ''
  return `The terms of your purchase have a fee of ${fee} for a move${rest}.${contact}`
}

/** Says what a cheaper date returns. That of a substitute's place is its buyer's. */
export function describeCredit(
  { actor }: Context,
  { payment, creditMinor, currency }: PlannedMove,
  describeOwn: (money: string) => string,
): string[] {
  if (creditMinor === 0) return []
  const money = formatMoney(creditMinor, currency)
  return [payment?.userId === actor.id ? describeOwn(money) : `Who paid for your place gets ${money} as credit.`]
}

const TOO_LATE = 'It is too late to move to another date, by the terms of your purchase. Contact us for help.'
const BEGUN = 'Your date has begun, so you can no longer move to another one. Contact us for help.'
const ATTENDED = 'You have attended this date, so you can no longer move to another one. Contact us for help.'

/** A student can leave seats without a date also after their sale has ended: the dates take their place. */
function mayLeave(run: Runs.RunRow): boolean {
  return Runs.canEnroll(run) || (run.startsAt === null && run.canceledAt === null)
}

/** Whoever has had lessons of a run stays in it: moved to a later one, they could cancel it for a full refund. @throws AppError RUN_CLOSED */
async function requireUnattended(tx: Transaction, { id }: Enrolments.EnrolmentRow, from: Runs.RunRow): Promise<void> {
  if (from.startsAt !== null && from.startsAt <= Date.now()) throw new AppError('RUN_CLOSED', BEGUN)
  if ((await tx.$count(attendance, eq(attendance.enrolmentId, id))) > 0) throw new AppError('RUN_CLOSED', ATTENDED)
}

/** Locks a run by an id from a request. @throws AppError NOT_FOUND */
export async function lockRun(tx: Transaction, id: string): Promise<LockedRun> {
  return lockForSale(tx, (await Runs.find(tx, id)).id)
}

/** Returns the seats of a run that a student holds while they pay. */
export function countOwnHolds(tx: Transaction, runId: string, userId: string): Promise<number> {
  return tx.$count(attempts, and(eq(attempts.runId, runId), eq(attempts.userId, userId), isOpen))
}
