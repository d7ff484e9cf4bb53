/** Costs and refunds of moves to other dates, and whether they are possible. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StudentMove } from '#contract/moves.ts'
import { quoteMove } from '#contract/quote.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { MOVED_DAYS } from '#contract/values/limits.ts'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { isOver, runSessions } from '#server/domains/classes/runs/runs.table.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, lockAllForSale, lockForSale, requireUnsoldSeats } from '#server/domains/classes/runs/seats.ts'
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
  /** The number of the seat in the other run. */
  seat: number
  /** The payment that has bought the place; null where none has. */
  payment: PaymentRow | null
  /** The payments of the place, the newest first. */
  paid: PaymentRow[]
  /** The open attempts of the student to pay for seats of both classes, or for moves in them. */
  open: Attempt[]
  /** The one to pay for this move. */
  held: Attempt | null
  /** The price of the date now, or the one that an open attempt for this move has frozen. */
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
  const [first] = await lockPlaces(tx, (moving ?? must(places[0])).id, toRun)
  const place = must(first)
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
 * The same for an admin, who moves a seat, or all that its student has in the run, as long as both dates last: without the fee and the hours of
 * the terms, and to other classes. Empty where it is in that run already.
 * @throws AppError NOT_FOUND, RUN_CLOSED, ALREADY_ENROLLED, SEATS_GONE, TOO_FEW_SEATS, SEATS_HELD, PAYMENT_DISPUTED; PRICE_DIFFERS for seats of
 *   different currencies
 */
export async function planByAdmin(
  ctx: Context,
  tx: Transaction,
  enrolmentId: string,
  { runId, seats }: Pick<StudentMove, 'runId' | 'seats'>,
): Promise<PlannedMove[]> {
  const places = await lockPlaces(tx, enrolmentId, await Runs.find(tx, runId), seats)
  const { from, to } = must(places[0])
  if (from.run.id === to.run.id) return []
  if (!to.isOnOffer || isOver(to.run)) throw new AppError('RUN_CLOSED', NOT_OFFERED)
  if (isOver(from.run)) throw new AppError('RUN_CLOSED', ENDED)
  const planned: PlannedMove[] = []
  for (const place of places) {
    await requireUnattended(tx, place.enrolment, HAS_ATTENDED)
    planned.push(await priceMove(ctx, tx, place, { hasRules: false }))
  }
  if (new Set(planned.map(({ currency }) => currency)).size > 1) throw new AppError('PRICE_DIFFERS', CURRENCIES)
  return planned
}

type Place = Pick<PlannedMove, 'from' | 'to' | 'enrolment' | 'seat' | 'open' | 'held'>

/**
 * Returns the numbers that seats of one student get in a locked run: their own, or the next ones where the student has others of these there. The
 * place of the student stays the first. Null where they have a place of their own there already, or in the other class.
 */
export async function findNumbers(
  tx: Transaction,
  places: Enrolments.EnrolmentRow[],
  to: Runs.RunRow,
): Promise<number[] | null> {
  const { userId, classId } = must(places[0])
  const isThere = and(eq(enrolments.runId, to.id), eq(enrolments.userId, userId), isActive)
  const there = await tx.select().from(enrolments).where(isThere)
  if (places.some(Enrolments.isOwnPlace)) {
    if (there.some(Enrolments.isOwnPlace)) return null
    if (classId !== to.classId && (await Enrolments.hasOwnPlace(tx, userId, to))) return null
  }
  const taken = new Set(there.map(({ seat }) => seat))
  return places.map((place) => {
    const next = taken.has(place.seat) ? Math.max(...taken) + 1 : place.seat
    taken.add(next)
    // A person without an account who has that number gets the next one.
    return Enrolments.isOwnPlace(place) ? place.seat : next
  })
}

/**
 * Locks places and the runs of their move, in the order of their classes.
 * @throws AppError NOT_FOUND, ALREADY_ENROLLED, SEATS_GONE, TOO_FEW_SEATS, SEATS_HELD
 */
async function lockPlaces(
  tx: Transaction,
  id: string,
  toRun: Runs.RunRow,
  seats: StudentMove['seats'] = 'one',
): Promise<Place[]> {
  const isPlace = and(eq(enrolments.id, parseId(id)), isActive)
  const [read] = await tx.select().from(enrolments).where(isPlace)
  const { runId, userId } = orNotFound(read)
  const locked = await lockAllForSale(tx, [...new Set([runId, toRun.id])])
  const isOfParty = and(eq(enrolments.runId, runId), eq(enrolments.userId, userId), isActive)
  // The lock keeps attendance from being recorded at the same time.
  const rows = await tx
    .select()
    .from(enrolments)
    .where(seats === 'all' ? isOfParty : and(isPlace, eq(enrolments.runId, runId)))
    .orderBy(enrolments.seat)
    .for('update')
  const [from, to] = [must(locked.get(runId)), must(locked.get(toRun.id))]
  // The place may have got another student in the meantime.
  const open = await listOpen(tx, orNotFound(rows.find((row) => row.id === parseId(id))), toRun)
  const numbers = runId === toRun.id ? rows.map(({ seat }) => seat) : await findNumbers(tx, rows, to.run)
  if (numbers === null) throw new AppError('ALREADY_ENROLLED')
  if (runId !== toRun.id) requireUnsoldSeats(to.run, rows.length, open.filter((one) => one.runId === toRun.id).length)
  return rows.map((enrolment, index) => {
    const held = open.find((one) => one.runId === toRun.id && isForMove(one, enrolment)) ?? null
    return { from, to, enrolment, seat: must(numbers[index]), open, held }
  })
}

function isForMove({ seatPaymentId }: Attempt, { paymentId }: Enrolments.EnrolmentRow): boolean {
  return seatPaymentId !== null && seatPaymentId === paymentId
}

/** Lists the open attempts of a student in both classes of a move. */
function listOpen(tx: Transaction, { userId, classId }: Enrolments.EnrolmentRow, toRun: Runs.RunRow) {
  const isOwn = and(inArray(attempts.classId, [classId, toRun.classId]), eq(attempts.userId, userId), isOpen)
  return tx.select().from(attempts).where(isOwn)
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

const TOO_LATE = 'It is too late to move to another date, by the terms of your purchase. Contact us for help.'
const BEGUN = 'Your date has begun, so you can no longer move to another one. Contact us for help.'
const CURRENCIES = 'These seats were paid for in different currencies. Move them one at a time.'
const HAS_ATTENDED = 'This student has attended the present date, so that they cannot be moved.'
const ENDED = 'The present date of this student has ended or was canceled.'
const NOT_OFFERED = 'Choose a date that is offered and has not ended.'
const ATTENDED = 'You have attended this date, so you can no longer move to another one. Contact us for help.'

/** A student can leave seats without a date also after their sale has ended: the dates take their place. */
function mayLeave(run: Runs.RunRow): boolean {
  return Runs.canEnroll(run) || (run.startsAt === null && run.canceledAt === null)
}

/** A student who has had lessons of a run stays in it: moved to a later one, they could cancel it for a full refund. @throws AppError RUN_CLOSED */
async function requireUnattended(tx: Transaction, place: Enrolments.EnrolmentRow, message: string): Promise<void> {
  if (await hasAttended(tx, [place])) throw new AppError('RUN_CLOSED', message)
}

/** Returns whether a student has had lessons in one of these places: those of a date that was canceled before do not count. */
export async function hasAttended(tx: Transaction, places: readonly Enrolments.EnrolmentRow[]): Promise<boolean> {
  const ids = places.map(({ id }) => id)
  const rows = await tx
    .select({ id: attendance.enrolmentId })
    .from(attendance)
    .innerJoin(enrolments, eq(enrolments.id, attendance.enrolmentId))
    .innerJoin(runSessions, and(eq(runSessions.id, attendance.sessionId), eq(runSessions.runId, enrolments.runId)))
    .where(inArray(attendance.enrolmentId, ids))
    .limit(1)
  return rows.length > 0
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
