/** Moves students to dates that cost something, once they have paid. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { formatMoney } from '#contract/values/money.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { countUnsold, type LockedRun, lockAllForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Users from '#server/domains/users/users.ts'
import { takeEnrolled } from '#server/domains/waiting/claims.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { must } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countPaid } from './amounts.ts'
import { findNumbers, hasAttended } from './move-plans.ts'
import { describeSeats } from './move-words.ts'
import { type Attempt, type PaymentRow, payments } from './payments.table.ts'
import { resell } from './returns.ts'
import { composeMovedEmail } from './seat-changes.emails.ts'

/** Locks the runs of attempts, and with them those that moves lead away from. */
export async function lockPaid(
  tx: Transaction,
  seats: Pick<Attempt, 'runId' | 'seatPaymentId'>[],
): Promise<Map<string, LockedRun>> {
  const former = await listFormerRuns(tx, seats)
  const locked = await lockAllForSale(tx, [...seats.map(({ runId }) => runId), ...former])
  // A place has been moved in between.
  return (await listFormerRuns(tx, seats)).every((id) => locked.has(id)) ? locked : lockPaid(tx, seats)
}

async function listFormerRuns(tx: Transaction, seats: Pick<Attempt, 'seatPaymentId'>[]): Promise<string[]> {
  const ids = seats.flatMap(({ seatPaymentId }) => seatPaymentId ?? [])
  if (ids.length === 0) return []
  const rows = await tx.select({ runId: enrolments.runId }).from(enrolments).where(inArray(enrolments.paymentId, ids))
  return rows.map(({ runId }) => runId)
}

/**
 * Returns whether the payment of an order of moves to a run can still move all of its seats. The places must be the student's, and at the list prices
 * with which the differences were computed. After its hold has ended, both dates must be open too.
 */
export async function mayMove(tx: Transaction, moves: Attempt[], { run, isOnOffer }: LockedRun): Promise<boolean> {
  const places = await findPlaces(tx, moves)
  if (!isOnOffer || places === null || places.some(({ runId }) => runId === run.id)) return false
  if ((await findNumbers(tx, places, run)) === null) return false
  if (await hasAttended(tx, places)) return false
  if (must(moves[0]).status === 'open') return run.seats + run.returns >= moves.length
  for (const { runId } of places) {
    const { startsAt } = await Runs.find(tx, runId)
    if (startsAt !== null && startsAt <= Date.now()) return false
  }
  return Runs.canEnroll(run) && countUnsold(run) >= moves.length
}

/** Returns the places that attempts move, in their order; null where one is gone. */
async function findPlaces(tx: Transaction, moves: Attempt[]): Promise<Enrolments.EnrolmentRow[] | null> {
  const ids = moves.map(({ seatPaymentId }) => must(seatPaymentId))
  const isPlace = and(inArray(enrolments.paymentId, ids), isActive)
  const rows = await tx.select().from(enrolments).where(isPlace).for('update')
  const places = moves.flatMap(({ seatPaymentId, userId, formerPriceMinor }) => {
    const row = rows.find(({ paymentId }) => paymentId === seatPaymentId)
    return row?.userId === userId && row.listPriceMinor === formerPriceMinor ? [row] : []
  })
  return places.length === moves.length ? places : null
}

interface PaidMoves {
  /** To one run. */
  moves: { attempt: Attempt; payment: PaymentRow }[]
  chosen: LockedRun
  student: Users.NewStudent
  locked: Map<string, LockedRun>
}

/** Moves the seats of a recorded order, and e-mails their student. */
export async function completeMoves(ctx: SystemContext, tx: Transaction, paid: PaidMoves): Promise<void> {
  const { chosen: to, student, locked } = paid
  // The own place of the student is the first there.
  const moves = paid.moves.toSorted((a, b) => a.attempt.seat - b.attempt.seat)
  const attempts = moves.map(({ attempt }) => attempt)
  const places = must(await findPlaces(tx, attempts))
  const numbers = must(await findNumbers(tx, places, to.run))
  for (let sold = to.run.seats; sold < moves.length; sold++) await resell(ctx, tx, to.run.id)
  for (const [index, attempt] of attempts.entries()) {
    const enrolment = must(places[index])
    const from = must(locked.get(enrolment.runId))
    const place = { listPriceMinor: countPaidPrice(attempt), seat: must(numbers[index]), held: attempt.heldSeats }
    await Enrolments.move(tx, enrolment, { from: from.run, to: to.run, ...place })
    await moveSeatPayments(tx, must(attempt.seatPaymentId), { from, to })
  }
  await takeEnrolled(tx, to, student.id)
  const { orderId } = must(attempts[0])
  const credit = [describeReceipts(moves, await Orders.readNumber(tx, orderId))]
  const described = { from: must(locked.get(must(places[0]).runId)), to, credit }
  const dates = await readRunDates(ctx, tx, to.run)
  const seats = describeSeats(
    places.map((enrolment) => ({ enrolment })),
    student.name,
  )
  await ctx.mail.send(tx, composeMovedEmail(ctx, Users.toRecipient(student), { ...described, dates, seats }))
  await emit(ctx, tx, 'order.completed', () => Orders.readCompleted(tx, orderId))
}

function describeReceipts(moves: PaidMoves['moves'], order: number): string {
  const sum = moves.reduce((all, { payment }) => all + countPaid(payment), 0)
  const receipts = moves.map(({ payment }) => payment.receipt).join(', ')
  const paid = formatMoney(sum, must(moves[0]).payment.currency)
  return `You have paid ${paid} for the move: ${moves.length > 1 ? 'receipts' : 'receipt'} ${receipts}, order ${order}.`
}

/** Returns the list price that the place has from then on. A difference that was waived, since no card can pay it, is no credit at the next move. */
function countPaidPrice({ listPriceMinor, formerPriceMinor, discountMinor }: Attempt): number {
  return Math.max(listPriceMinor - discountMinor, Math.min(listPriceMinor, must(formerPriceMinor)))
}

/** The payments of a seat are listed with the date and the class that it has now. */
export async function moveSeatPayments(
  tx: Transaction,
  paymentId: string,
  { from, to }: { from: LockedRun; to: LockedRun },
): Promise<void> {
  const isOfSeat = or(eq(payments.id, paymentId), eq(payments.seatPaymentId, paymentId))
  const { id: classId, name: className, image: classImage } = to.class
  const moved = classId === from.class.id ? {} : { classId, className, classImage }
  await tx
    .update(payments)
    .set({ runId: to.run.id, ...moved })
    .where(isOfSeat)
}
