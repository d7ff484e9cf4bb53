/** What moves to other dates cost or return, and whether they are possible. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { quoteMove } from '#contract/quote.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { MOVED_DAYS } from '#contract/values/limits.ts'
import { formatMoney } from '#contract/values/money.ts'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { isOver } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, lockAllForSale, lockForSale, requireUnsoldSeat } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
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
  /** The open attempts of the student to pay for seats of both classes, or for moves in them. */
  open: Attempt[]
  /** The one to pay for this move. */
  held: Attempt | null
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
 * Locks what a move of the actor changes, and computes what it costs; null where they are in that run already. The hold of a move that is open
 * keeps its price, also after the last moment to move, and to another class where an admin has begun it.
 * @throws AppError NOT_FOUND, RUN_CLOSED, SEATS_GONE, SEATS_HELD, PAYMENT_DISPUTED
 */
export async function plan(ctx: Context, tx: Transaction, fromId: string, toId: string): Promise<PlannedMove | null> {
  const fromRun = await Runs.find(tx, fromId)
  const isOwn = and(eq(enrolments.runId, fromRun.id), eq(enrolments.userId, ctx.actor.id), isActive)
  const places = await tx.select().from(enrolments).where(isOwn).orderBy(enrolments.seat)
  if (places.length === 0) throw new AppError('NOT_FOUND')
  if (fromRun.id === parseId(toId)) return null
  const toRun = await Runs.find(tx, toId)
  const moving = await findMoving(tx, { userId: ctx.actor.id, places }, toRun)
  if (toRun.classId !== fromRun.classId && !moving) throw new AppError('NOT_FOUND')
  const place = await lockPlace(tx, (moving ?? must(places[0])).id, toRun)
  const { from, to, enrolment } = place
  // It has been moved, or a substitute has got it, in the meantime.
  if (enrolment.runId !== fromRun.id || enrolment.userId !== ctx.actor.id) throw new AppError('NOT_FOUND')
  if (!to.isOnOffer) throw new AppError('RUN_CLOSED')
  if (!place.held && (!mayLeave(from.run) || !Runs.canEnroll(to.run))) throw new AppError('RUN_CLOSED')
  if (from.run.startsAt !== null && from.run.startsAt <= Date.now()) throw new AppError('RUN_CLOSED', BEGUN)
  await requireUnattended(tx, enrolment, ATTENDED)
  return priceMove(ctx, tx, place, { hasRules: true })
}

/** Finds the one of some places of a student that their open attempt moves to a run: that of a former student of a place does not count. */
async function findMoving(
  tx: Transaction,
  { userId, places }: { userId: string; places: Enrolments.EnrolmentRow[] },
  toRun: Runs.RunRow,
) {
  const ids = places.flatMap(({ paymentId }) => paymentId ?? [])
  const isOfPlaces = and(inArray(attempts.seatPaymentId, ids), eq(attempts.userId, userId))
  const isThere = and(isOfPlaces, eq(attempts.runId, toRun.id), isOpen)
  const [open] = ids.length > 0 ? await tx.select().from(attempts).where(isThere).limit(1) : []
  return places.find(({ paymentId }) => paymentId !== null && paymentId === open?.seatPaymentId)
}

/**
 * The same for an admin, who moves any place as long as both dates last: without the fee and the hours of the terms, and to other classes.
 * @throws AppError NOT_FOUND, RUN_CLOSED, ALREADY_ENROLLED, SEATS_GONE, SEATS_HELD, PAYMENT_DISPUTED
 */
export async function planByAdmin(
  ctx: Context,
  tx: Transaction,
  enrolmentId: string,
  toId: string,
): Promise<PlannedMove | null> {
  const toRun = await Runs.find(tx, toId)
  const place = await lockPlace(tx, enrolmentId, toRun)
  const { from, to, enrolment } = place
  if (from.run.id === to.run.id) return null
  if (!to.isOnOffer || isOver(to.run)) throw new AppError('RUN_CLOSED', NOT_OFFERED)
  if (isOver(from.run)) throw new AppError('RUN_CLOSED', ENDED)
  await requireUnattended(tx, enrolment, HAS_ATTENDED)
  const isOtherClass = from.class.id !== to.class.id
  if (isOtherClass && (await Enrolments.isEnrolled(tx, enrolment.userId, to.run)))
    throw new AppError('ALREADY_ENROLLED')
  return priceMove(ctx, tx, place, { hasRules: false })
}

type Place = Pick<PlannedMove, 'from' | 'to' | 'enrolment' | 'open' | 'held'>

/** Returns whether the student has a seat of the same number in a run: two places of one name have different ones. */
export async function hasSeat(
  tx: Transaction,
  { userId, seat }: Enrolments.EnrolmentRow,
  runId: string,
): Promise<boolean> {
  const isSame = and(eq(enrolments.runId, runId), eq(enrolments.userId, userId), eq(enrolments.seat, seat), isActive)
  return (await tx.$count(enrolments, isSame)) > 0
}

/** Locks a place and the runs of its move, in the order of their classes. @throws AppError NOT_FOUND, ALREADY_ENROLLED, SEATS_GONE, SEATS_HELD */
async function lockPlace(tx: Transaction, id: string, toRun: Runs.RunRow): Promise<Place> {
  const isPlace = and(eq(enrolments.id, parseId(id)), isActive)
  const [read] = await tx.select().from(enrolments).where(isPlace)
  const { runId } = orNotFound(read)
  const locked = await lockAllForSale(tx, [...new Set([runId, toRun.id])])
  // The lock keeps attendance from being recorded at the same time.
  const [row] = await tx.select().from(enrolments).where(isPlace).for('update')
  const enrolment = orNotFound(row)
  if (enrolment.runId !== runId) throw new AppError('NOT_FOUND')
  const [from, to] = [must(locked.get(runId)), must(locked.get(toRun.id))]
  const { open, held } = await listOpen(tx, enrolment, toRun)
  if (runId !== toRun.id && (await hasSeat(tx, enrolment, toRun.id))) throw new AppError('ALREADY_ENROLLED')
  if (runId !== toRun.id) requireUnsoldSeat(to.run, open.filter((one) => one.runId === toRun.id).length)
  return { from, to, enrolment, open, held }
}

/** Lists the open attempts of a student in both classes of a move, and finds the one for just this move. */
async function listOpen(tx: Transaction, { userId, classId, paymentId }: Enrolments.EnrolmentRow, toRun: Runs.RunRow) {
  const isOwn = and(inArray(attempts.classId, [classId, toRun.classId]), eq(attempts.userId, userId), isOpen)
  const open = await tx.select().from(attempts).where(isOwn)
  const isForMove = (one: Attempt) => one.seatPaymentId !== null && one.seatPaymentId === paymentId
  return { open, held: open.find((one) => isForMove(one) && one.runId === toRun.id) ?? null }
}

/**
 * Prices a move by the terms of the payment, or without them. In the days after the school has moved the date, it costs no fee.
 * @throws AppError RUN_CLOSED, PAYMENT_DISPUTED
 */
async function priceMove(ctx: Context, tx: Transaction, place: Place, { hasRules }: { hasRules: boolean }) {
  const { from, to, enrolment } = place
  const { paymentId, listPriceMinor: formerMinor } = enrolment
  const [payment = null] = paymentId ? await tx.select().from(payments).where(eq(payments.id, paymentId)) : []
  const paid = payment ? await listSeatPayments(tx, payment) : []
  const held = hasRules && place.held?.formerPriceMinor === formerMinor ? place.held : null
  const { feeMinor: fee, until } = await readRules(tx, from, enrolment, hasRules ? payment : null)
  if (!held && until !== null && Date.now() > until) throw new AppError('RUN_CLOSED', TOO_LATE)
  const listPriceMinor = held?.listPriceMinor ?? to.listPriceMinor
  const feeMinor = held ? held.amountMinor + held.discountMinor - listPriceMinor + formerMinor : fee
  const amounts = quoteMove({ formerMinor, nextMinor: listPriceMinor, feeMinor, leftMinor: sumLeft(paid) })
  const isDisputed = paid.some((one) => one.isDisputed)
  if (isDisputed && amounts.creditMinor + amounts.dueMinor > 0) throw new AppError('PAYMENT_DISPUTED')
  const currency = payment?.currency ?? ctx.currency
  return { ...place, ...amounts, payment, paid, listPriceMinor, feeMinor, until, currency }
}

/** Returns the fee of the terms, and the last moment to move. */
async function readRules(
  tx: Transaction,
  { run }: LockedRun,
  { schoolMovedAt }: Enrolments.EnrolmentRow,
  payment: PaymentRow | null,
): Promise<Pick<PlannedMove, 'feeMinor' | 'until'>> {
  const version = payment && (await Terms.readVersion(tx, payment.termsVersionId))
  const isMoved = schoolMovedAt !== null && Date.now() <= schoolMovedAt + MOVED_DAYS * DAY_MS
  const hours = isMoved ? 0 : (version?.moveHoursBefore ?? 0)
  const until = run.startsAt === null ? null : subtractHours(run.startsAt, hours, run.timeZone)
  return { feeMinor: isMoved ? 0 : (version?.moveFeeMinor ?? 0), until }
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
  { enrolment, payment, creditMinor, currency }: PlannedMove,
  describeOwn: (money: string) => string,
): string[] {
  if (creditMinor === 0) return []
  const money = formatMoney(creditMinor, currency)
  return [
    payment?.userId === enrolment.userId ? describeOwn(money) : `Who paid for your place gets ${money} as credit.`,
  ]
}

const TOO_LATE = 'It is too late to move to another date, by the terms of your purchase. Contact us for help.'
const BEGUN = 'Your date has begun, so you can no longer move to another one. Contact us for help.'
const HAS_ATTENDED = 'This student has attended the present date, so that they cannot be moved.'
const ENDED = 'The present date of this student has ended or was canceled.'
const NOT_OFFERED = 'Choose a date that is offered and has not ended.'
const ATTENDED = 'You have attended this date, so you can no longer move to another one. Contact us for help.'

/** A student can leave seats without a date also after their sale has ended: the dates take their place. */
function mayLeave(run: Runs.RunRow): boolean {
  return Runs.canEnroll(run) || (run.startsAt === null && run.canceledAt === null)
}

/** Whoever has had lessons of a run stays in it: moved to a later one, they could cancel it for a full refund. @throws AppError RUN_CLOSED */
async function requireUnattended(tx: Transaction, { id }: Enrolments.EnrolmentRow, message: string): Promise<void> {
  if ((await tx.$count(attendance, eq(attendance.enrolmentId, id))) > 0) throw new AppError('RUN_CLOSED', message)
}

/** Locks a run by an id from a request. @throws AppError NOT_FOUND */
export async function lockRun(tx: Transaction, id: string): Promise<LockedRun> {
  return lockForSale(tx, (await Runs.find(tx, id)).id)
}

/** Returns the seats of a run that a student holds for themselves while they pay: those for others stay held. */
export function countOwnHolds(tx: Transaction, runId: string, userId: string): Promise<number> {
  const isOfOwn = sql`exists (select 1 from payment_attempts own where own.order_id = ${attempts.orderId}
    and own.run_id = ${attempts.runId} and own.seat = 1)`
  return tx.$count(attempts, and(eq(attempts.runId, runId), eq(attempts.userId, userId), isOpen, isOfOwn))
}
