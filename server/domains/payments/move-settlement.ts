/** Moves students to dates that cost something, once they have paid. */
import { and, eq, inArray, or } from 'drizzle-orm'
import { formatMoney } from '#contract/values/money.ts'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
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
import { hasSeat } from './move-plans.ts'
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
 * Returns whether the payment of a move can still move its student. The place must be theirs, and at the list price with which the difference was
 * computed. After its hold has ended, both dates must be open too.
 */
export async function mayMove(tx: Transaction, attempt: Attempt, { run, isOnOffer }: LockedRun): Promise<boolean> {
  const enrolment = await findPlace(tx, attempt)
  if (!isOnOffer || !enrolment || enrolment.runId === run.id) return false
  if (await hasSeat(tx, enrolment, run.id)) return false
  if (enrolment.classId !== run.classId && (await Enrolments.isEnrolled(tx, enrolment.userId, run))) return false
  if ((await tx.$count(attendance, eq(attendance.enrolmentId, enrolment.id))) > 0) return false
  if (attempt.status === 'open') return run.seats + run.returns > 0
  const { startsAt } = await Runs.find(tx, enrolment.runId)
  return (startsAt === null || startsAt > Date.now()) && Runs.canEnroll(run) && countUnsold(run) > 0
}

async function findPlace(
  tx: Transaction,
  { seatPaymentId, userId, formerPriceMinor }: Attempt,
): Promise<Enrolments.EnrolmentRow | undefined> {
  const isPlace = and(eq(enrolments.paymentId, must(seatPaymentId)), eq(enrolments.userId, userId), isActive)
  const isSame = eq(enrolments.listPriceMinor, must(formerPriceMinor))
  const rows = await tx.select().from(enrolments).where(and(isPlace, isSame)).for('update')
  return rows[0]
}

interface PaidMove {
  attempt: Attempt
  chosen: LockedRun
  payment: PaymentRow
  student: Users.NewStudent
  locked: Map<string, LockedRun>
}

/** Moves the student of a recorded payment, and e-mails them. */
export async function completeMove(
  ctx: SystemContext,
  tx: Transaction,
  { attempt, chosen: to, payment, student, locked }: PaidMove,
): Promise<void> {
  const enrolment = must(await findPlace(tx, attempt))
  const from = must(locked.get(enrolment.runId))
  if (to.run.seats < 1) await resell(ctx, tx, to.run.id)
  const listPriceMinor = countPaidPrice(attempt)
  await Enrolments.move(tx, enrolment, { from: from.run, to: to.run, listPriceMinor, held: attempt.heldSeats })
  await moveSeatPayments(tx, must(attempt.seatPaymentId), { from, to })
  await takeEnrolled(tx, to, student.id)
  const number = await Orders.readNumber(tx, attempt.orderId)
  const paid = formatMoney(countPaid(payment), payment.currency)
  const credit = [`You have paid ${paid} for the move: receipt ${payment.receipt}, order ${number}.`]
  const dates = await readRunDates(ctx, tx, to.run)
  await ctx.mail.send(tx, composeMovedEmail(ctx, Users.toRecipient(student), { from, to, dates, credit }))
  await emit(ctx, tx, 'order.completed', () => Orders.readCompleted(tx, attempt.orderId))
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
