/** Moves of students by admins: to another date or another class. */
import type { StudentMove, StudentMoved, StudentMoveQuote } from '#contract/moves.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { holdAfterEarlier } from './attempts.ts'
import { describePaid } from './checkouts.ts'
import type { Blocked } from './holds.ts'
import { holdForStudent } from './move-holds.ts'
import { type PlannedMove, planByAdmin } from './move-plans.ts'
import { describeDue, describeSeats, isPayable, sumUp } from './move-words.ts'
import { composeMoveToPayEmail } from './seat-changes.emails.ts'
import { followBeforeMove, moveNow } from './seat-changes.ts'

const HOUR_MS = 3_600_000

/** Returns what the difference is. @throws AppError as `move` */
export async function quote(
  ctx: Context,
  id: string,
  chosen: Pick<StudentMove, 'runId' | 'seats'>,
): Promise<StudentMoveQuote> {
  return inTransaction(ctx, async (tx) => {
    const planned = await planByAdmin(ctx, tx, id, chosen)
    const [first] = planned
    if (!first) throw new AppError('ALREADY_ENROLLED')
    const { enrolment, currency } = first
    const { dueMinor, creditMinor } = sumUp(planned)
    const [due, credit] = [toMajor(dueMinor, currency), toMajor(creditMinor, currency)]
    const seats = await Enrolments.countSeats(tx, enrolment)
    return { due, credit, currency, is_payable: areAllPayable(ctx, planned), seats }
  })
}

/**
 * Moves a seat, or all that its student has in the run, or holds the seats for them until they have paid the difference. It modifies nothing where
 * they are there already.
 * @throws AppError NOT_FOUND, RUN_CLOSED, ALREADY_ENROLLED, SEATS_GONE, TOO_FEW_SEATS, SEATS_HELD, PAYMENT_DISPUTED; PRICE_DIFFERS for a dearer date
 *   without `difference`, or whose difference cannot be paid here; AMOUNT_CHANGED for
 *   another amount than expected; AMOUNT_TOO_LARGE; ALREADY_PAID where the student has paid for a move in the meantime
 */
export async function move(ctx: Context, id: string, request: StudentMove): Promise<StudentMoved> {
  await followBeforeMove(ctx, (tx) => planByAdmin(ctx, tx, id, request))
  return holdAfterEarlier(ctx, (tx) => moveOrHold(ctx, tx, id, request), describePaid)
}

async function moveOrHold(
  ctx: Context,
  tx: Transaction,
  id: string,
  { difference, expected_due: expected, ...chosen }: StudentMove,
): Promise<StudentMoved | Blocked> {
  const planned = await planByAdmin(ctx, tx, id, chosen)
  const [first] = planned
  if (!first) return { modifiedCount: 0, held_until: null, held_until_clock: null }
  const { dueMinor } = sumUp(planned)
  if (expected !== undefined && toMinor(expected, first.currency) !== dueMinor)
    throw new AppError(
      'AMOUNT_CHANGED',
      `The difference is ${formatMoney(dueMinor, first.currency)} now. Check it, then try again.`,
    )
  if (dueMinor > 0 && !difference) throw new AppError('PRICE_DIFFERS', describeDues(ctx, planned))
  if (first.open.length > 0) return { earlierIds: [...new Set(first.open.map(({ orderId }) => orderId))] }
  if (dueMinor > 0 && difference === 'charge') return hold(ctx, tx, planned)
  await moveNow(ctx, tx, planned)
  await record(ctx, tx, planned, describeMove(planned))
  return { modifiedCount: planned.length, held_until: null, held_until_clock: null }
}

/** Holds the seats for as long as an offer to who waits, at most until one of the dates begins, and e-mails the student a link. */
async function hold(ctx: Context, tx: Transaction, planned: PlannedMove[]): Promise<StudentMoved> {
  const { from, to, enrolment, currency } = must(planned[0])
  if (!areAllPayable(ctx, planned)) throw new AppError('PRICE_DIFFERS', describeDues(ctx, planned))
  const starts = [from, to].flatMap(({ run }) => run.startsAt ?? [])
  const until = Math.min(Date.now() + ctx.school.current.offer_hours * HOUR_MS, ...starts)
  if (until <= Date.now()) throw new AppError('RUN_CLOSED', BEGUN)
  const user = await Users.readToEnroll(tx, enrolment.userId)
  await holdForStudent(ctx, tx, planned, { student: user, until })
  const timeZone = to.run.timeZone ?? ctx.school.current.time_zone
  const clock = toClockTime(until, timeZone)
  const described = {
    ...{ from, to, amount: formatMoney(sumUp(planned).dueMinor, currency), seats: describeSeats(planned, user.name) },
    until: formatClockTime(clock, timeZone, { now: 'always' }),
  }
  await ctx.mail.send(tx, composeMoveToPayEmail(ctx, Users.toRecipient(user), described))
  await record(ctx, tx, planned, `link to pay ${described.amount}`)
  return { modifiedCount: 0, held_until: until, held_until_clock: clock }
}

const BEGUN = 'One of the dates has begun. Waive the difference, or contact the student.'

/** One order can pay for seats that all cost something. */
function areAllPayable(ctx: Context, planned: PlannedMove[]): boolean {
  return planned.every((one) => isPayable(ctx, one) && (planned.length === 1 || one.dueMinor > 0))
}

function describeDues(ctx: Context, planned: PlannedMove[]): string {
  const [first, ...others] = planned
  if (others.length === 0) return describeDue(ctx, must(first))
  const due = `These ${planned.length} seats cost ${formatMoney(sumUp(planned).dueMinor, must(first).currency)} more.`
  return areAllPayable(ctx, planned) ? due : `${due} They cannot be paid for together: ${ALONE}`
}

const ALONE = 'waive the difference, or move them one at a time.'

function describeMove(planned: PlannedMove[]): string {
  const { dueMinor, creditMinor } = sumUp(planned)
  const { currency } = must(planned[0])
  const parts = [
    ...(dueMinor > 0 ? [`difference of ${formatMoney(dueMinor, currency)} waived`] : []),
    ...(creditMinor > 0 ? [`${formatMoney(creditMinor, currency)} as credit`] : []),
  ]
  return parts.join(', ') || 'no difference'
}

async function record(ctx: Context, tx: Transaction, planned: PlannedMove[], how: string): Promise<void> {
  const { from, to, enrolment } = must(planned[0])
  const { email, name } = await Users.read(tx, enrolment.userId)
  const [before, now] = [from, to].map((one) => `${one.class.name}, ${readStart(one.run).starts ?? 'without a date'}`)
  const entry = { action: 'student_moved', subject: to.class.name, subjectId: to.class.id } as const
  const [seats] = describeSeats(planned, name)
  const who = seats ? `${email}, ${seats}` : email
  await Activity.record(tx, ctx.actor, { ...entry, message: `${who}: ${before} to ${now}, ${how}` })
}
