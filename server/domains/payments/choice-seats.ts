/** The seats about which buyers choose, and what another date is for them. */
import { and, eq, type SQL } from 'drizzle-orm'
import { quoteMove } from '#contract/quote.ts'
import { formatMoney } from '#contract/values/money.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, requireUnsoldSeats } from '#server/domains/classes/runs/seats.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Users from '#server/domains/users/users.ts'
import { readClaims, takeEnrolled } from '#server/domains/waiting/claims.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type Parts, splitBack } from './amounts.ts'
import { cancellationChoices } from './choices.table.ts'
import { countOwnHolds } from './move-plans.ts'
import { moveSeatPayments } from './move-settlement.ts'
import { type PaymentRow, payments } from './payments.table.ts'
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

/** Returns what goes back for seats where the buyer wants their money. */
export function sumBack(seats: readonly PaymentRow[][]): Parts {
  const all = seats.map((paid) => splitBack(paid, sumLeft(paid), 0))
  const sum = (part: keyof Parts) => all.reduce((total, one) => total + one[part], 0)
  return { cardMinor: sum('cardMinor'), givenMinor: sum('givenMinor') }
}

/** Reads the seats about which a buyer chooses in a run. @throws AppError NOT_FOUND */
export async function readSeats(db: Database, filter: SQL | undefined): Promise<[Seat, ...Seat[]]> {
  const rows = await db
    .select({ row: cancellationChoices, payment: payments, enrolment: enrolments })
    .from(cancellationChoices)
    .innerJoin(payments, eq(payments.id, cancellationChoices.paymentId))
    .innerJoin(enrolments, eq(enrolments.paymentId, payments.id))
    .where(filter)
    .orderBy(enrolments.seat, payments.receipt)
  const [first, ...others] = await Promise.all(
    rows.map(async (seat) => ({ ...seat, paid: await listSeatPayments(db, seat.payment) })),
  )
  return [orNotFound(first), ...others]
}

export function isOwn(userId: string, runId: string): SQL | undefined {
  return and(eq(cancellationChoices.userId, userId), eq(cancellationChoices.runId, runId))
}

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

/** @throws AppError PAYMENT_DISPUTED */
export function requireUndisputed(seats: readonly Seat[]): void {
  if (seats.some(({ paid }) => paid.some(({ isDisputed }) => isDisputed))) throw new AppError('PAYMENT_DISPUTED')
}

interface OtherDate {
  from: LockedRun
  to: LockedRun
  seats: readonly [Seat, ...Seat[]]
}

/** Gives all of the seats in another date of the class. */
export async function giveDate(ctx: Context, tx: Transaction, { from, to, seats }: OtherDate): Promise<void> {
  await requireDate(ctx, tx, { from, to, seats })
  let creditMinor = 0
  for (const seat of seats) creditMinor += await giveSeat(ctx, tx, { from, to }, seat)
  const { currency } = seats[0].payment
  const credit = creditMinor > 0 ? [`You have ${formatMoney(creditMinor, currency)} more credit.`] : []
  const dates = await readRunDates(ctx, tx, to.run)
  for (const userId of new Set([ctx.actor.id, ...seats.map(({ enrolment }) => enrolment.userId)])) {
    const isBuyer = userId === ctx.actor.id
    const compose = isBuyer ? composeMovedEmail : composeMovedBySchoolEmail
    const recipient = Users.toRecipient(await Users.read(tx, userId))
    await ctx.mail.send(tx, compose(ctx, recipient, { from, to, dates, seats: [], credit: isBuyer ? credit : [] }))
  }
}

/** @throws AppError as `choose`, of another date */
async function requireDate(ctx: Context, tx: Transaction, { from, to, seats }: OtherDate): Promise<void> {
  if (to.class.id !== from.class.id) throw new AppError('NOT_FOUND')
  if (!to.isOnOffer || !Runs.canEnroll(to.run) || to.run.id === from.run.id) throw new AppError('RUN_CLOSED')
  if (seats.some(isReduced)) throw new AppError('CHOICE_MADE', REDUCED)
  if (seats.some((seat) => quoteDate(seat, to.listPriceMinor).creditMinor > 0)) requireUndisputed(seats)
  for (const userId of new Set(seats.map(({ enrolment }) => enrolment.userId))) {
    if ((await Users.read(tx, userId)).deletedAt !== null) throw new AppError('RUN_CLOSED', GONE)
    if (await Enrolments.isEnrolled(tx, userId, to.run)) throw new AppError('ALREADY_ENROLLED')
  }
  const offered = (await readClaims(tx, ctx.actor.id, [to.run])).get(to.run.id)?.seats ?? 0
  const own = (await countOwnHolds(tx, to.run.id, ctx.actor.id)) + offered
  requireUnsoldSeats(to.run, seats.length, own)
}

/** Gives a seat of another date, and returns what it costs less, which becomes credit. */
async function giveSeat(
  ctx: Context,
  tx: Transaction,
  { from, to }: Pick<OtherDate, 'from' | 'to'>,
  seat: Seat,
): Promise<number> {
  const { creditMinor, listPriceMinor } = quoteDate(seat, to.listPriceMinor)
  await Enrolments.resume(tx, seat.enrolment, { to: to.run, listPriceMinor })
  await takeEnrolled(tx, to, seat.enrolment.userId)
  await moveSeatPayments(tx, seat.payment.id, { from, to })
  for (const { id } of seat.paid) await transitionPayment(tx, id, 'keep')
  const back = { reason: 'moved' as const, requestedBy: ctx.actor.id }
  for (const { payment, givenMinor } of divide(seat.paid, 0, creditMinor))
    if (givenMinor > 0) await giveCredit(ctx, tx, { ...payment, status: 'paid' }, { ...back, amountMinor: givenMinor })
  return creditMinor
}

const REDUCED = 'A part of your payment has gone back in the meantime. Choose credit or your money.'
const GONE = 'A person of your booking has no account now. Choose credit or your money.'
