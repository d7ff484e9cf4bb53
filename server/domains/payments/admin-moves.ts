/** Moves of students by admins: to another date or another class. */
import type { StudentMove, StudentMoved, StudentMoveQuote } from '#contract/moves.ts'
import { formatMoney, toMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { holdAfterEarlier } from './attempts.ts'
import { describePaid } from './checkouts.ts'
import type { Blocked } from './holds.ts'
import { holdForStudent } from './move-holds.ts'
import { describeDue, isPayable, type PlannedMove, planByAdmin } from './move-plans.ts'
import { composeMoveToPayEmail } from './seat-changes.emails.ts'
import { moveNow } from './seat-changes.ts'

const HOUR_MS = 3_600_000

/** Returns what the difference is. @throws AppError as `move` */
export async function quote(ctx: Context, id: string, toId: string): Promise<StudentMoveQuote> {
  const planned = await inTransaction(ctx, (tx) => planByAdmin(ctx, tx, id, toId))
  if (!planned) throw new AppError('ALREADY_ENROLLED')
  const { dueMinor, creditMinor, currency } = planned
  const [due, credit] = [toMajor(dueMinor, currency), toMajor(creditMinor, currency)]
  return { due, credit, currency, is_payable: isPayable(ctx, planned) }
}

/**
 * Moves the student of an enrolment, or holds the seat for them until they have paid the difference. It modifies nothing where they are there already.
 * @throws AppError NOT_FOUND, RUN_CLOSED, ALREADY_ENROLLED, SEATS_GONE, SEATS_HELD, PAYMENT_DISPUTED; PRICE_DIFFERS for a dearer date without
 *   `difference`, or whose difference cannot be paid here; AMOUNT_TOO_LARGE; ALREADY_PAID where the student has paid for a move in the meantime
 */
export async function move(ctx: Context, id: string, request: StudentMove): Promise<StudentMoved> {
  return holdAfterEarlier(ctx, (tx) => moveOrHold(ctx, tx, id, request), describePaid)
}

async function moveOrHold(
  ctx: Context,
  tx: Transaction,
  id: string,
  { runId, difference }: StudentMove,
): Promise<StudentMoved | Blocked> {
  const planned = await planByAdmin(ctx, tx, id, runId)
  if (!planned) return { modifiedCount: 0, held_until: null }
  const { open, enrolment, dueMinor, listPriceMinor } = planned
  if (dueMinor > 0 && !difference) throw new AppError('PRICE_DIFFERS', describeDue(ctx, planned))
  if (open.length > 0) return { earlierIds: [...new Set(open.map(({ orderId }) => orderId))] }
  if (dueMinor > 0 && difference === 'charge') return hold(ctx, tx, planned)
  // A difference that was waived is no credit at the next move.
  await moveNow(ctx, tx, planned, dueMinor > 0 ? enrolment.listPriceMinor : listPriceMinor)
  await record(ctx, tx, planned, describeMove(planned))
  return { modifiedCount: 1, held_until: null }
}

/** Holds the seat for as long as an offer to who waits, at most until one of the dates begins, and e-mails the student a link. */
async function hold(ctx: Context, tx: Transaction, planned: PlannedMove): Promise<StudentMoved> {
  const { from, to, enrolment, payment, dueMinor, currency } = planned
  if (!payment || !isPayable(ctx, planned)) throw new AppError('PRICE_DIFFERS', describeDue(ctx, planned))
  const starts = [from, to].flatMap(({ run }) => run.startsAt ?? [])
  const until = Math.min(Date.now() + ctx.school.current.offer_hours * HOUR_MS, ...starts)
  if (until <= Date.now()) throw new AppError('RUN_CLOSED', BEGUN)
  const user = await Users.readToEnroll(tx, enrolment.userId)
  await holdForStudent(ctx, tx, { ...planned, payment }, { student: user, until })
  const timeZone = to.run.timeZone ?? ctx.school.current.time_zone
  const described = {
    ...{ from, to, amount: formatMoney(dueMinor, currency) },
    until: formatClockTime(toClockTime(until, timeZone), timeZone, { now: 'always' }),
  }
  await ctx.mail.send(tx, composeMoveToPayEmail(ctx, Users.toRecipient(user), described))
  await record(ctx, tx, planned, `link to pay ${described.amount}`)
  return { modifiedCount: 0, held_until: until }
}

const BEGUN = 'One of the dates has begun. Waive the difference, or contact the student.'

function describeMove({ dueMinor, creditMinor, currency }: PlannedMove): string {
  if (dueMinor > 0) return `difference of ${formatMoney(dueMinor, currency)} waived`
  return creditMinor > 0 ? `${formatMoney(creditMinor, currency)} as credit` : 'no difference'
}

async function record(ctx: Context, tx: Transaction, { from, to, enrolment }: PlannedMove, how: string): Promise<void> {
  const { email } = await Users.read(tx, enrolment.userId)
  const [before, now] = [from, to].map((one) => `${one.class.name}, ${readStart(one.run).starts ?? 'without a date'}`)
  const entry = { action: 'student_moved', subject: to.class.name, subjectId: to.class.id } as const
  await Activity.record(tx, ctx.actor, { ...entry, message: `${email}: ${before} to ${now}, ${how}` })
}
