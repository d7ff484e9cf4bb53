/** Moves of students to other runs of their class. Holds of others stay. */
import type { z } from 'zod'
import type { MoveQuote, MoveRequest, StartedMove } from '#contract/moves.ts'
import type { Modified } from '#contract/values/fields.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Users from '#server/domains/users/users.ts'
import { takeEnrolled } from '#server/domains/waiting/claims.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { holdAfterEarlier, openIntent } from './attempts.ts'
import type { Checkout } from './checkout.ts'
import { describePaid, toStarted } from './checkouts.ts'
import type { Blocked } from './holds.ts'
import { findParty, holdMove, renewParty, sumDifference } from './move-holds.ts'
import { type PlannedMove, plan } from './move-plans.ts'
import { moveSeatPayments } from './move-settlement.ts'
import { describeCredit, describeDue, describeSeats, isPayable } from './move-words.ts'
import { followBeforeCredit } from './refund-sending.ts'
import { giveCredit } from './refunds.ts'
import { composeMovedBySchoolEmail, composeMovedEmail } from './seat-changes.emails.ts'
import { divide } from './seat-payments.ts'

type Moved = z.infer<typeof Modified>

/**
 * Moves the actor from a run to another one of the same class, and gives them what it is cheaper as credit. It modifies nothing where they are in it
 * already. For a move that costs something, it holds the seat and opens an order: `settle` moves them.
 * @throws AppError NOT_FOUND, RUN_CLOSED where either run is closed or their own has begun, PRICE_DIFFERS without the amount that it costs,
 *   AMOUNT_CHANGED, SEATS_GONE, SEATS_HELD, PAYMENT_DISPUTED; ALREADY_PAID, and what `start` of attempts throws
 */
export async function move(ctx: Context, fromId: string, request: MoveRequest): Promise<Moved | StartedMove> {
  // With an expected amount it gives no credit.
  if (!request.expected_due) await followBeforeMove(ctx, async (tx) => [await plan(ctx, tx, fromId, request.runId)])
  const moveOrHold = (tx: Transaction) => begin(ctx, tx, fromId, request)
  const begun = await holdAfterEarlier<Moved | Checkout>(ctx, moveOrHold, describePaid)
  if ('modifiedCount' in begun) return begun
  const started = await toStarted(ctx, await openIntent(ctx, begun, describePaid))
  const { timeZone } = await Runs.find(ctx.db, request.runId)
  const until = must(begun.seats[0]).heldUntil
  const clock = toClockTime(until, timeZone ?? ctx.school.current.time_zone)
  return { ...started, held_until: until, held_until_clock: clock }
}

/** Money that was refunded at the card provider becomes no credit. @throws AppError as `planMove` */
export async function followBeforeMove(
  ctx: Context,
  planMove: (tx: Transaction) => Promise<(PlannedMove | null)[]>,
): Promise<void> {
  const planned = await inTransaction(ctx, planMove)
  const paid = planned.flatMap((one) => (one && one.creditMinor > 0 ? one.paid : []))
  if (paid.length > 0) await followBeforeCredit(ctx, paid)
}

async function begin(
  ctx: Context,
  tx: Transaction,
  fromId: string,
  { runId, expected_due: expectedDue = 0, use_credit: usesCredit = false }: MoveRequest,
): Promise<Moved | Checkout | Blocked> {
  const planned = await plan(ctx, tx, fromId, runId)
  if (!planned) return { modifiedCount: 0 }
  const { payment, open, dueMinor, currency } = planned
  const party = findParty(planned)
  if (party) return renewParty(ctx, tx, party, toMinor(expectedDue, currency))
  if (dueMinor > 0) {
    const refusal = findRefusal(ctx, planned, expectedDue)
    if (refusal || payment === null) throw refusal ?? new AppError('PRICE_DIFFERS')
    return holdMove(ctx, tx, { ...planned, payment }, usesCredit)
  }
  if (expectedDue > 0) throw new AppError('AMOUNT_CHANGED', 'A move to this date costs nothing now.')
  if (open.length > 0) return { earlierIds: [...new Set(open.map(({ orderId }) => orderId))] }
  await moveNow(ctx, tx, [planned])
  return { modifiedCount: 1 }
}

/** Returns why a move that costs something cannot begin: the student has not agreed to the amount, or it cannot be paid here. */
function findRefusal(ctx: Context, planned: PlannedMove, expectedDue: number): AppError | null {
  const { dueMinor, currency } = planned
  const isExpected = toMinor(expectedDue, currency) === dueMinor
  if (expectedDue > 0 && !isExpected) return new AppError('AMOUNT_CHANGED', describeDue(ctx, planned))
  return isExpected && isPayable(ctx, planned) ? null : new AppError('PRICE_DIFFERS', describeDue(ctx, planned))
}

/** Moves seats of one student that they pay nothing for. A difference that is waived is no credit at the next move. */
export async function moveNow(ctx: Context, tx: Transaction, planned: PlannedMove[]): Promise<void> {
  const { from, to, enrolment } = must(planned[0])
  for (const one of planned) await moveOne(ctx, tx, one)
  await takeEnrolled(tx, to, enrolment.userId)
  const credit = describeCredit(planned, (money) => `You have ${money} more credit.`)
  const dates = await readRunDates(ctx, tx, to.run)
  const student = await Users.read(tx, enrolment.userId)
  const seats = describeSeats(planned, student.name)
  const compose = ctx.actor.id === enrolment.userId ? composeMovedEmail : composeMovedBySchoolEmail
  await ctx.mail.send(tx, compose(ctx, Users.toRecipient(student), { from, to, dates, credit, seats }))
}

async function moveOne(ctx: Context, tx: Transaction, planned: PlannedMove): Promise<void> {
  const { from, to, enrolment, seat, payment, paid, dueMinor, creditMinor } = planned
  const listPriceMinor = dueMinor > 0 ? enrolment.listPriceMinor : planned.listPriceMinor
  await Enrolments.move(tx, enrolment, { from: from.run, to: to.run, listPriceMinor, seat })
  if (payment) await moveSeatPayments(tx, payment.id, { from, to })
  for (const { payment: one, givenMinor } of divide(paid, 0, creditMinor))
    if (givenMinor > 0)
      await giveCredit(ctx, tx, one, { amountMinor: givenMinor, reason: 'moved', requestedBy: ctx.actor.id })
}

/** Returns what a move costs or returns. @throws AppError as `move`, but none for a dearer date */
export async function quote(ctx: Context, fromId: string, toId: string): Promise<MoveQuote> {
  const planned = await inTransaction(ctx, (tx) => plan(ctx, tx, fromId, toId))
  if (!planned) throw new AppError('ALREADY_ENROLLED')
  const { from, to, creditMinor, feeMinor, currency, until } = planned
  const party = findParty(planned)
  const dueMinor = party ? sumDifference(party) : planned.dueMinor
  const [due, credit, fee] = [dueMinor, creditMinor, feeMinor].map((minor) => toMajor(minor, currency))
  const parts = [
    ...(feeMinor > 0 ? [`A move costs ${formatMoney(feeMinor, currency)}.`] : []),
    ...describeCredit([planned], (money) => `You get ${money} as credit.`),
  ]
  const text =
    dueMinor > 0 ? describeDue(ctx, { ...planned, dueMinor }) : parts.join(' ') || 'A move to this date costs nothing.'
  const dates = { class_name: to.class.name, from: readStart(from.run), to: readStart(to.run) }
  return {
    ...dates,
    seats: party?.seats.length ?? 1,
    due: due ?? 0,
    is_payable: isPayable(ctx, planned),
    credit: credit ?? 0,
    fee: fee ?? 0,
    until,
    text,
  }
}
