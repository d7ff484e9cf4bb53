/** Moves of students to other runs of their class. Holds of others stay. */
import { and, eq } from 'drizzle-orm'
import { attendance } from '#server/domains/attendance/attendance.table.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type LockedRun, lockForSale, requireUnsoldSeat } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Users from '#server/domains/users/users.ts'
import { takeEnrolled } from '#server/domains/waiting/claims.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { attempts, isOpen, payments } from './payments.table.ts'
import { composeMovedEmail } from './seat-changes.emails.ts'

/**
 * Moves the actor from a run to another one of the same class and list price. Returns 0 where they are in it already.
 * @throws AppError NOT_FOUND, RUN_CLOSED where either run is closed or their own has begun, PRICE_DIFFERS, SEATS_GONE, SEATS_HELD
 */
export async function move(ctx: Context, fromId: string, toId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const from = await lockRun(tx, fromId)
    const isOwn = and(eq(enrolments.runId, from.run.id), eq(enrolments.userId, ctx.actor.id), isActive)
    // The lock keeps attendance from being recorded at the same time.
    const [row] = await tx.select().from(enrolments).where(isOwn).for('update')
    const enrolment = orNotFound(row)
    if (from.run.id === parseId(toId)) return 0
    // A run of another class must not be locked: two classes have no order.
    if ((await Runs.find(tx, toId)).classId !== from.class.id) throw new AppError('NOT_FOUND')
    const to = await lockForSale(tx, parseId(toId))
    if (!to.isOnOffer) throw new AppError('RUN_CLOSED')
    if (!mayLeave(from.run) || !Runs.canEnroll(to.run)) throw new AppError('RUN_CLOSED')
    await requireUnattended(tx, enrolment, from.run)
    if (to.listPriceMinor !== enrolment.listPriceMinor) throw new AppError('PRICE_DIFFERS')
    requireUnsoldSeat(to.run, await countOwnHolds(tx, to.run.id, ctx.actor.id))
    await Enrolments.move(tx, enrolment, from.run, to.run)
    await takeEnrolled(tx, to, ctx.actor.id)
    if (enrolment.paymentId !== null)
      await tx.update(payments).set({ runId: to.run.id }).where(eq(payments.id, enrolment.paymentId))
    const dates = await readRunDates(ctx, tx, to.run)
    const recipient = Users.toRecipient(await Users.read(tx, ctx.actor.id))
    await ctx.mail.send(tx, composeMovedEmail(ctx, recipient, { from, to, dates }))
    return 1
  })
}

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
