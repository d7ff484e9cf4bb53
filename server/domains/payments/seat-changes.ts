/** Moves of students to other runs of their class. Holds of others stay. */
import { and, eq, ne } from 'drizzle-orm'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Runs from '#server/domains/runs/runs.ts'
import { type LockedRun, lockForSale } from '#server/domains/runs/seats.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { countHolds, requireFreeSeat } from './holds.ts'
import { attempts, payments } from './payments.table.ts'
import { composeMovedEmail } from './seat-changes.emails.ts'

/**
 * Moves the actor from a run to another one of the same class. Returns 0 where they are in it already.
 * @throws AppError NOT_FOUND, RUN_CLOSED where either run is closed, PRICE_DIFFERS, SEATS_GONE, SEATS_HELD
 */
export async function move(ctx: Context, fromId: string, toId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const from = await lockRun(tx, fromId)
    const isOwn = and(eq(enrolments.runId, from.run.id), eq(enrolments.userId, ctx.actor.id), isActive)
    const [row] = await tx.select().from(enrolments).where(isOwn)
    const enrolment = orNotFound(row)
    if (from.run.id === parseId(toId)) return 0
    // A run of another class must not be locked: two classes have no order.
    if ((await Runs.find(tx, toId)).classId !== from.class.id) throw new AppError('NOT_FOUND')
    const to = await lockForSale(tx, parseId(toId))
    if (!to.isOnOffer) throw new AppError('RUN_CLOSED')
    if (!Runs.canEnroll(from.run) || !Runs.canEnroll(to.run)) throw new AppError('RUN_CLOSED')
    if (enrolment.paymentId !== null && to.listPriceMinor !== from.listPriceMinor) throw new AppError('PRICE_DIFFERS')
    requireFreeSeat(to.run, { isEnrolled: false, otherHolds: await countOtherHolds(tx, to, ctx.actor.id) })
    await Enrolments.move(tx, enrolment, from.run, to.run)
    if (enrolment.paymentId !== null)
      await tx.update(payments).set({ runId: to.run.id }).where(eq(payments.id, enrolment.paymentId))
    await ctx.mail.send(
      tx,
      composeMovedEmail(ctx, { user: ctx.actor, from, to }, await Users.readGreeting(tx, ctx.actor.id)),
    )
    return 1
  })
}

/** Locks a run by an id from a request. @throws AppError NOT_FOUND */
export async function lockRun(tx: Transaction, id: string): Promise<LockedRun> {
  return lockForSale(tx, (await Runs.find(tx, id)).id)
}

/** Returns the seats of a run that others hold while they pay. */
export function countOtherHolds(tx: Transaction, { run }: LockedRun, userId: string): Promise<number> {
  return countHolds(tx, and(eq(attempts.runId, run.id), ne(attempts.userId, userId)))
}
