/** Moves of students to other runs of their class. Holds of others stay. */
import { and, eq } from 'drizzle-orm'
import type { MoveQuote, MoveRequest } from '#contract/enrolments.ts'
import { quoteMove } from '#contract/quote.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { MOVED_DAYS } from '#contract/values/limits.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, lockForSale, requireUnsoldSeat } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import * as Users from '#server/domains/users/users.ts'
import { takeEnrolled } from '#server/domains/waiting/claims.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { subtractHours } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { countLeft } from './amounts.ts'
import { attempts, isOpen, type PaymentRow, payments } from './payments.table.ts'
import { giveCredit } from './refunds.ts'
import { composeMovedEmail } from './seat-changes.emails.ts'

/**
 * Moves the actor from a run to another one of the same class, and gives them what it is cheaper as credit. Returns 0 where they are in it already.
 * @throws AppError NOT_FOUND, RUN_CLOSED where either run is closed or their own has begun, PRICE_DIFFERS for a dearer one, AMOUNT_CHANGED,
 *   SEATS_GONE, SEATS_HELD, PAYMENT_DISPUTED
 */
export async function move(
  ctx: Context,
  fromId: string,
  { runId: toId, expected_due: expectedDue = 0 }: MoveRequest,
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const planned = await plan(ctx, tx, fromId, toId)
    if (!planned) return 0
    const { from, to, enrolment, payment, dueMinor, creditMinor } = planned
    if (dueMinor > 0) throw createDueError(planned, expectedDue)
    await Enrolments.move(tx, enrolment, { from: from.run, to: to.run, listPriceMinor: to.listPriceMinor })
    await takeEnrolled(tx, to, ctx.actor.id)
    if (payment) await tx.update(payments).set({ runId: to.run.id }).where(eq(payments.id, payment.id))
    if (payment && creditMinor > 0)
      await giveCredit(ctx, tx, payment, { amountMinor: creditMinor, reason: 'moved', requestedBy: ctx.actor.id })
    const credit = describeCredit(ctx, planned, (money) => `You have ${money} more credit.`)
    const dates = await readRunDates(ctx, tx, to.run)
    const recipient = Users.toRecipient(await Users.read(tx, ctx.actor.id))
    await ctx.mail.send(tx, composeMovedEmail(ctx, recipient, { from, to, dates, credit }))
    return 1
  })
}

/** Returns what a move costs or returns. @throws AppError as `move`, but none for a dearer date */
export async function quote(ctx: Context, fromId: string, toId: string): Promise<MoveQuote> {
  const planned = await inTransaction(ctx, (tx) => plan(ctx, tx, fromId, toId))
  if (!planned) throw new AppError('ALREADY_ENROLLED')
  const { dueMinor, creditMinor, feeMinor, currency, until } = planned
  const [due, credit, fee] = [dueMinor, creditMinor, feeMinor].map((minor) => toMajor(minor, currency))
  const parts = [
    ...(feeMinor > 0 ? [`A move costs ${formatMoney(feeMinor, currency)}.`] : []),
    ...describeCredit(ctx, planned, (money) => `You get ${money} as credit.`),
  ]
  const text = dueMinor > 0 ? describeRefusal(planned) : parts.join(' ') || 'A move to this date costs nothing.'
  return { due: due ?? 0, credit: credit ?? 0, fee: fee ?? 0, until, text }
}

interface PlannedMove {
  from: LockedRun
  to: LockedRun
  enrolment: Enrolments.EnrolmentRow
  payment: PaymentRow | null
  dueMinor: number
  creditMinor: number
  feeMinor: number
  currency: string
  /** The last moment to move. */
  until: number | null
}

/** Locks what a move changes, and computes what it costs; null where the actor is in that run already. @throws AppError as `move` */
async function plan(ctx: Context, tx: Transaction, fromId: string, toId: string): Promise<PlannedMove | null> {
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
  requireUnsoldSeat(to.run, await countOwnHolds(tx, to.run.id, ctx.actor.id))
  return { from, to, enrolment, ...(await priceMove(ctx, tx, { from, to, enrolment })) }
}

/** Prices a move by the terms of the payment. In the days after the school has moved the date, it costs no fee. @throws AppError RUN_CLOSED, PAYMENT_DISPUTED */
async function priceMove(
  ctx: Context,
  tx: Transaction,
  { from: { run }, to, enrolment }: Pick<PlannedMove, 'from' | 'to' | 'enrolment'>,
) {
  const { paymentId, listPriceMinor: formerMinor, schoolMovedAt } = enrolment
  const [payment = null] = paymentId ? await tx.select().from(payments).where(eq(payments.id, paymentId)) : []
  const version = payment && (await Terms.readVersion(tx, payment.termsVersionId))
  const isMoved = schoolMovedAt !== null && Date.now() <= schoolMovedAt + MOVED_DAYS * DAY_MS
  const hours = isMoved ? 0 : (version?.moveHoursBefore ?? 0)
  const until = run.startsAt === null ? null : subtractHours(run.startsAt, hours, run.timeZone)
  if (until !== null && Date.now() > until) throw new AppError('RUN_CLOSED', TOO_LATE)
  const feeMinor = isMoved ? 0 : (version?.moveFeeMinor ?? 0)
  const leftMinor = payment ? countLeft(payment) : 0
  const amounts = quoteMove({ formerMinor, nextMinor: to.listPriceMinor, feeMinor, leftMinor })
  if (amounts.creditMinor > 0 && payment?.isDisputed) throw new AppError('PAYMENT_DISPUTED')
  return { ...amounts, payment, feeMinor, until, currency: payment?.currency ?? ctx.currency }
}

/** Creates the error for a move that costs something, which cannot be paid yet. */
function createDueError(planned: PlannedMove, expectedDue: number): AppError {
  const { dueMinor, currency } = planned
  if (expectedDue > 0 && toMinor(expectedDue, currency) !== dueMinor)
    return new AppError('AMOUNT_CHANGED', describeDue(planned))
  return new AppError('PRICE_DIFFERS', describeRefusal(planned))
}

function describeRefusal(planned: PlannedMove): string {
  return `${describeDue(planned)} ${isDearer(planned) ? ENROLL_AGAIN : 'It cannot be paid here: contact us.'}`
}

const ENROLL_AGAIN = 'Cancel this enrolment and enroll again, or contact us.'

/** Whether the date itself costs more, not only the fee of the terms. */
function isDearer({ dueMinor, feeMinor }: PlannedMove): boolean {
  return dueMinor > feeMinor
}

function describeDue(planned: PlannedMove): string {
  const { dueMinor, feeMinor, currency } = planned
  const [due, fee] = [formatMoney(dueMinor, currency), formatMoney(feeMinor, currency)]
  if (isDearer(planned))
    return `That date costs ${due} more${feeMinor > 0 ? `, with the fee of ${fee} for a move` : ''}.`
  const rest = dueMinor < feeMinor ? `, of which ${due} would be left to pay` : ''
  return `The terms of your purchase have a fee of ${fee} for a move${rest}.`
}

/** Says what a cheaper date returns. That of a substitute's place is its buyer's. */
function describeCredit(
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
