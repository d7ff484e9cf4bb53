/** The seats about which buyers choose, and what another date is for them. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { quoteMove } from '#contract/quote.ts'
import { formatMoney } from '#contract/values/money.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, requireUnsoldSeats } from '#server/domains/classes/runs/seats.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Users from '#server/domains/users/users.ts'
import { readClaims, takeEnrolled } from '#server/domains/waiting/claims.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type Parts, splitBack } from './amounts.ts'
import { cancellationChoices } from './choices.table.ts'
import type { Blocked } from './holds.ts'
import { moveSeatPayments } from './move-settlement.ts'
import { describeSeats } from './move-words.ts'
import { type Attempt, attempts, isOpen, type PaymentRow, payments } from './payments.table.ts'
import { giveCredit } from './refunds.ts'
import { composeMovedBySchoolEmail, composeMovedEmail } from './seat-changes.emails.ts'
import { divide, listSeatPayments, sumLeft } from './seat-payments.ts'
import { transitionPayment } from './transitions.ts'

export type ChoiceRow = typeof cancellationChoices.$inferSelect

/** A seat about which a buyer chooses. */
export interface Seat {
  row: ChoiceRow
  payment: PaymentRow
  /** The payments of the seat, the newest first. */
  paid: PaymentRow[]
  enrolment: Enrolments.EnrolmentRow
}

/** Returns what goes back to the buyer of seats who wants their money. A substitute who has paid for a move gets that part. */
export function sumBack(seats: readonly PaymentRow[][]): Parts {
  const all = seats.map((paid) => {
    // The last one has bought the seat.
    const own = paid.filter(({ userId }) => userId === paid.at(-1)?.userId)
    return splitBack(own, sumLeft(own), 0)
  })
  const sum = (part: keyof Parts) => all.reduce((total, one) => total + one[part], 0)
  return { cardMinor: sum('cardMinor'), givenMinor: sum('givenMinor') }
}

/**
 * Reads the seats about which a buyer chooses in a run, or has chosen where none is left. One whose dispute has ended may come after the choice for
 * the others. @throws AppError NOT_FOUND
 */
export async function readSeats(db: Database, filter: SQL | undefined): Promise<[Seat, ...Seat[]]> {
  const rows = await db
    .select({ row: cancellationChoices, payment: payments, enrolment: enrolments })
    .from(cancellationChoices)
    .innerJoin(payments, eq(payments.id, cancellationChoices.paymentId))
    .innerJoin(enrolments, eq(enrolments.paymentId, payments.id))
    .where(filter)
    .orderBy(enrolments.seat, payments.receipt)
  const seats: Seat[] = []
  // A transaction has one connection.
  for (const row of rows) seats.push({ ...row, paid: await listSeatPayments(db, row.payment) })
  const open = seats.filter(({ row }) => row.choice === null)
  const [first, ...others] = open.length > 0 ? open : seats
  return [orNotFound(first), ...others]
}

export function isOwn(userId: string, runId: string): SQL | undefined {
  return and(eq(cancellationChoices.userId, userId), eq(cancellationChoices.runId, runId))
}

/** True if a bank decides on a dispute about one of the seats of a choice. */
export const hasDispute = sql`exists (select 1 from payments of_seat
    inner join cancellation_choices other on other.payment_id in (of_seat.id, of_seat.seat_payment_id)
    where of_seat.is_disputed and other.run_id = ${cancellationChoices.runId} and other.user_id = ${cancellationChoices.userId})`

/** Returns whether something of a seat went back after the choice was offered. */
export function isReduced({ row, paid }: Seat): boolean {
  return sumLeft(paid) !== row.leftMinor
}

/** Returns what another date returns. Its surcharge is waived. */
export function quoteDate({ enrolment, paid }: Seat, nextMinor: number) {
  const formerMinor = enrolment.listPriceMinor
  const { creditMinor } = quoteMove({ formerMinor, nextMinor, feeMinor: 0, leftMinor: sumLeft(paid) })
  // A surcharge that was waived is no credit at the next move.
  return { creditMinor, listPriceMinor: Math.min(formerMinor, nextMinor) }
}

/** Returns what another date gives a user as credit. Each payer gets their part: the buyer, and a substitute who has paid for a move. */
export function sumCredit(seats: readonly Seat[], nextMinor: number, userId: string): number {
  const shares = seats.flatMap((seat) => divide(seat.paid, 0, quoteDate(seat, nextMinor).creditMinor))
  return shares.reduce((sum, { payment, givenMinor }) => sum + (payment.userId === userId ? givenMinor : 0), 0)
}

/** @throws AppError PAYMENT_DISPUTED */
export function requireUndisputed(seats: readonly Seat[]): void {
  if (seats.some(({ paid }) => paid.some(({ isDisputed }) => isDisputed))) throw new AppError('PAYMENT_DISPUTED')
}

interface OtherDate {
  from: LockedRun
  to: LockedRun
  seats: readonly [Seat, ...Seat[]]
}

/** Gives all of the seats in another date of the class, once the checkouts of the buyer there have ended. */
export async function giveDate(ctx: Context, tx: Transaction, date: OtherDate): Promise<Blocked | null> {
  const { from, to, seats } = date
  const students = new Set(seats.map(({ enrolment }) => enrolment.userId))
  // Who is not among the students can pay for a seat of their own.
  const open = students.has(ctx.actor.id) ? await listOwn(ctx, tx, to) : []
  await requireDate(ctx, tx, date, { students, ownHolds: open.filter(({ runId }) => runId === to.run.id).length })
  if (open.length > 0) return { earlierIds: [...new Set(open.map(({ orderId }) => orderId))] }
  for (const seat of seats) await giveSeat(ctx, tx, { from, to }, seat)
  await tellMoved(ctx, tx, date, students)
  return null
}

/** E-mails the buyer, who reads of all seats, and the students of the others, who read of their own. */
async function tellMoved(
  ctx: Context,
  tx: Transaction,
  { from, to, seats }: OtherDate,
  students: ReadonlySet<string>,
): Promise<void> {
  const dates = await readRunDates(ctx, tx, to.run)
  const people = new Map<string, Users.UserRow>()
  for (const userId of new Set([...students, ctx.actor.id])) people.set(userId, await Users.read(tx, userId))
  // A seat of another student has their name, as that of a guest has.
  const named = seats.map(({ enrolment }) => {
    const { userId, guestName } = enrolment
    return {
      enrolment: { ...enrolment, guestName: userId === ctx.actor.id ? guestName : must(people.get(userId)).name },
    }
  })
  for (const [userId, user] of people) {
    const isBuyer = userId === ctx.actor.id
    const shown = isBuyer ? named : seats.filter(({ enrolment }) => enrolment.userId === userId)
    const described = { seats: describeSeats(shown, user.name), credit: describeCredit({ to, seats }, userId) }
    const compose = isBuyer ? composeMovedEmail : composeMovedBySchoolEmail
    await ctx.mail.send(tx, compose(ctx, Users.toRecipient(user), { from, to, dates, ...described }))
  }
}

function listOwn({ actor }: Context, tx: Transaction, { class: { id } }: LockedRun): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.classId, id), eq(attempts.userId, actor.id), isOpen))
}

function describeCredit({ to, seats }: Pick<OtherDate, 'to' | 'seats'>, userId: string): string[] {
  const creditMinor = sumCredit(seats, to.listPriceMinor, userId)
  return creditMinor > 0 ? [`You have ${formatMoney(creditMinor, seats[0].payment.currency)} more credit.`] : []
}

/** @throws AppError as `choose`, of another date */
async function requireDate(
  { actor }: Context,
  tx: Transaction,
  { from, to, seats }: OtherDate,
  { students, ownHolds }: { students: ReadonlySet<string>; ownHolds: number },
): Promise<void> {
  if (to.class.id !== from.class.id) throw new AppError('NOT_FOUND')
  if (!to.isOnOffer || !Runs.canEnroll(to.run) || to.run.id === from.run.id) throw new AppError('RUN_CLOSED')
  if (seats.some(isReduced)) throw new AppError('CHOICE_MADE', REDUCED)
  if (seats.some((seat) => quoteDate(seat, to.listPriceMinor).creditMinor > 0)) requireUndisputed(seats)
  let own = ownHolds
  for (const userId of students) {
    if ((await Users.readToEnroll(tx, userId)).deletedAt !== null) throw new AppError('RUN_CLOSED', GONE)
    if (await Enrolments.isEnrolled(tx, userId, to.run))
      throw new AppError('ALREADY_ENROLLED', userId === actor.id ? undefined : THERE)
    // The offers of the students end with the choice.
    own += (await readClaims(tx, userId, [to.run])).get(to.run.id)?.seats ?? 0
  }
  requireUnsoldSeats(to.run, seats.length, own)
}

/** Gives a seat of another date. What it costs less becomes credit. */
async function giveSeat(
  ctx: Context,
  tx: Transaction,
  { from, to }: Pick<OtherDate, 'from' | 'to'>,
  seat: Seat,
): Promise<void> {
  const { creditMinor, listPriceMinor } = quoteDate(seat, to.listPriceMinor)
  await Enrolments.resume(tx, seat.enrolment, { to: to.run, listPriceMinor })
  await takeEnrolled(tx, to, seat.enrolment.userId)
  await moveSeatPayments(tx, seat.payment.id, { from, to })
  for (const { id } of seat.paid) await transitionPayment(tx, id, 'keep')
  const back = { reason: 'moved' as const, requestedBy: ctx.actor.id }
  for (const { payment, givenMinor } of divide(seat.paid, 0, creditMinor))
    if (givenMinor > 0) await giveCredit(ctx, tx, { ...payment, status: 'paid' }, { ...back, amountMinor: givenMinor })
}

const REDUCED = 'A part of your payment has gone back in the meantime. Choose credit or your money.'
const GONE = 'A person of your booking has no account now. Choose credit or your money.'
const THERE = 'A person of your booking has a seat in this class already. Choose credit or your money.'
