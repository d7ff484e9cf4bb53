/** Takes and changes seats without a payment: a student moves to another run, an admin enrolls a student. Holds of others stay. */
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { GrantedEnrolment } from '#contract/enrolments.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import type * as Classes from '#server/domains/classes/classes.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Runs from '#server/domains/runs/runs.ts'
import { type LockedRun, lockForSale } from '#server/domains/runs/seats.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { countHolds, requireFreeSeat } from './holds.ts'
import { attempts, payments } from './payments.table.ts'
import { composeEnrolledEmail, composeMovedEmail, composeWithdrawnEmail } from './seat-changes.emails.ts'

/**
 * Moves the actor from a run to another one of the same class. Returns 0 where they are in it already.
 * @throws AppError NOT_FOUND, RUN_CLOSED where either run is closed, PRICE_DIFFERS, SEATS_GONE, SEATS_HELD
 */
export async function move(ctx: Context, fromId: string, toId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const from = await lockRun(tx, fromId)
    const isOwn = and(eq(enrolments.runId, from.run.id), eq(enrolments.userId, ctx.actor.id))
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
    await Enrolments.move(tx, enrolment, to.run.id)
    if (enrolment.paymentId !== null)
      await tx.update(payments).set({ runId: to.run.id }).where(eq(payments.id, enrolment.paymentId))
    await ctx.mail.send(
      tx,
      composeMovedEmail(ctx, { user: ctx.actor, from, to }, await Users.readGreeting(tx, ctx.actor.id)),
    )
    return 1
  })
}

/**
 * Enrolls the user of an e-mail in a run without a payment, also after the last moment to enroll. Returns the id of the enrolment.
 * @throws AppError NOT_FOUND, CLASS_WITHDRAWN, RUN_CANCELED, ALREADY_ENROLLED, SEATS_GONE, SEATS_HELD
 */
export async function grant(ctx: Context, runId: string, { email, reason }: GrantedEnrolment): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockRun(tx, runId)
    if (chosen.class.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
    if (chosen.run.canceledAt !== null) throw new AppError('RUN_CANCELED')
    const user = await Users.readByEmail(tx, email)
    if (!user) throw new AppError('NOT_FOUND', 'No user has this e-mail address.')
    const isEnrolled = await Enrolments.isEnrolled(tx, user.id, chosen.run)
    requireFreeSeat(chosen.run, { isEnrolled, otherHolds: await countOtherHolds(tx, chosen, user.id) })
    const { id: classId, name } = chosen.class
    const createdAt = Date.now()
    const place = { userId: user.id, classId, runId: chosen.run.id }
    const id = await Enrolments.enrol(tx, { ...place, source: 'granted', grantedBy: ctx.actor.id, reason, createdAt })
    const person = { name: user.name, email: user.email }
    const enrolment = { _id: id, ...place, ...person, className: name, paymentId: null, created_at: createdAt }
    await emit(ctx, tx, 'enrollment.created', () => enrolment)
    await Cart.removeSelected(tx, user.id, classId)
    const entry = { action: 'student_enrolled', subject: name, subjectId: classId, message: reason } as const
    await Activity.record(tx, ctx.actor, entry)
    await ctx.mail.send(tx, composeEnrolledEmail(ctx, { user, chosen }, Users.greet(user)))
    return id
  })
}

/** Ends an enrolment that no payment bought, and returns its seat. @throws AppError NOT_FOUND, PAID_ENROLMENT */
export async function end(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { runId } = await find(tx, id)
    const { class: owner } = await lockForSale(tx, runId)
    const enrolment = await find(tx, id)
    if (enrolment.paymentId !== null) throw new AppError('PAID_ENROLMENT')
    await Enrolments.remove(tx, enrolment)
    const entry = { action: 'enrolment_ended', subject: owner.name, subjectId: owner.id } as const
    await Activity.record(tx, ctx.actor, entry)
    return 1
  })
}

/** Ends the enrolments in runs of a withdrawn class that no payment bought, and e-mails the students. */
export async function endGranted(ctx: SystemContext, owner: Classes.ClassRow, runIds: string[]): Promise<void> {
  const isGranted = and(inArray(enrolments.runId, runIds), isNull(enrolments.paymentId))
  for (const { id, runId } of await ctx.db.select().from(enrolments).where(isGranted)) {
    await inTransaction(ctx, async (tx) => {
      await lockForSale(tx, runId)
      const isSame = eq(enrolments.id, id)
      const [row] = await tx.select().from(enrolments).innerJoin(users, eq(users.id, enrolments.userId)).where(isSame)
      if (!row) return
      await Enrolments.remove(tx, row.enrolments)
      const { email, deletedAt } = row.users
      if (deletedAt === null) await ctx.mail.send(tx, composeWithdrawnEmail(owner, email, Users.greet(row.users)))
    })
  }
}

/** @throws AppError NOT_FOUND */
async function find(tx: Transaction, id: string): Promise<Enrolments.EnrolmentRow> {
  const [row] = await tx
    .select()
    .from(enrolments)
    .where(eq(enrolments.id, parseId(id)))
  return orNotFound(row)
}

/** Locks a run by an id from a request. @throws AppError NOT_FOUND */
async function lockRun(tx: Transaction, id: string): Promise<LockedRun> {
  return lockForSale(tx, (await Runs.find(tx, id)).id)
}

function countOtherHolds(tx: Transaction, { run }: LockedRun, userId: string): Promise<number> {
  return countHolds(tx, and(eq(attempts.runId, run.id), ne(attempts.userId, userId)))
}
