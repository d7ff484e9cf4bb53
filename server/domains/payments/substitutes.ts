/** Substitutes: a student's place becomes another person's, while payment and refund stay the buyer's. */
import { and, eq, or } from 'drizzle-orm'
import type { Substitute } from '#contract/enrolments.ts'
import { describeDeadline } from '#contract/terms-words.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import { isOver } from '#server/domains/classes/runs/runs.table.ts'
import { doesTakePlace, type LockedRun, lockForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import * as Registration from '#server/domains/users/registration.ts'
import * as Users from '#server/domains/users/users.ts'
import { takeEnrolled } from '#server/domains/waiting/claims.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { subtractHours } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { payments } from './payments.table.ts'
import { requireUnreserved } from './returns.ts'
import { composeReplacedEmail, composeSubstituteEmail } from './seat-changes.emails.ts'

/**
 * Gives a place of the actor's, or one that they paid for, to the person of an e-mail. A mark that it is for sale again goes.
 * @throws AppError NOT_FOUND, CANCEL_TOO_LATE, ALREADY_ENROLLED, EMAIL_NOT_CONFIRMED, SIGN_UP_CLOSED; BEING_PAID for a seat that is being sold again
 */
export async function nameSubstitute(ctx: Context, id: string, person: Substitute): Promise<number> {
  const { enrolment: own } = await find(ctx, ctx.db as Transaction, id)
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockForSale(tx, own.runId)
    const { enrolment, termsVersionId } = await find(ctx, tx, id)
    // A move is not under this lock.
    if (enrolment.runId !== own.runId) throw new AppError('NOT_FOUND')
    await requireInTime(tx, chosen, termsVersionId)
    const user = await Users.readToEnroll(tx, await Registration.findOrCreate(ctx, tx, person))
    Users.requireConfirmed(user)
    if (await Enrolments.isEnrolled(tx, user.id, chosen.run)) throw new AppError('ALREADY_ENROLLED', IN_CLASS)
    await replace(tx, { chosen, enrolment, user })
    await tell(ctx, tx, { chosen, enrolment, user })
    return 1
  })
}

/** Gives a place of a locked run to another user, whom the caller has found not to be in its class. @throws AppError BEING_PAID */
export async function replace(tx: Transaction, { chosen, enrolment, user }: Named): Promise<void> {
  if (enrolment.returnsSince !== null) {
    await requireUnreserved(tx, chosen, enrolment)
    await Enrolments.setReturn(tx, enrolment, null)
  }
  await Enrolments.substitute(tx, enrolment, user.id)
  await takeEnrolled(tx, chosen, user.id)
  await Cart.removeSelected(tx, user.id, [chosen.class.id])
}

const IN_CLASS = 'This person is already in the class.'
const CANCELED = 'This date does not take place, so no one else can have your place.'

/** @throws AppError NOT_FOUND for a place that is neither the actor's nor paid for by them */
async function find({ actor }: Context, tx: Transaction, id: string) {
  const isOwn = or(eq(enrolments.userId, actor.id), eq(payments.userId, actor.id))
  const [row] = await tx
    .select({ enrolment: enrolments, termsVersionId: payments.termsVersionId })
    .from(enrolments)
    .leftJoin(payments, eq(payments.id, enrolments.paymentId))
    .where(and(eq(enrolments.id, parseId(id)), isActive, isOwn))
  return orNotFound(row)
}

/** A place without a payment has the terms of its class. */
async function requireInTime(tx: Transaction, chosen: LockedRun, termsVersionId: string | null): Promise<void> {
  const { run, class: row } = chosen
  if (!doesTakePlace(chosen)) throw new AppError('CANCEL_TOO_LATE', CANCELED)
  if (isOver(run)) throw new AppError('CANCEL_TOO_LATE')
  if (run.startsAt === null) return
  const version = await (termsVersionId === null
    ? Terms.readCurrent(tx, row.termsId)
    : Terms.readVersion(tx, termsVersionId))
  const hours = version.substituteHoursBefore
  if (Date.now() <= subtractHours(run.startsAt, hours, run.timeZone)) return
  throw new AppError('CANCEL_TOO_LATE', `You can name a substitute until ${describeDeadline(hours)}.`)
}

export interface Named {
  chosen: LockedRun
  enrolment: Enrolments.EnrolmentRow
  user: Users.NewStudent
}

/** Tells both people, the webhooks and the activity log. */
async function tell(ctx: Context, tx: Transaction, { chosen, enrolment, user }: Named): Promise<void> {
  const { classId } = enrolment
  const { name: className } = chosen.class
  await emitPlace(ctx, tx, { chosen, enrolment, user })
  const logged = { action: 'substitute_named', subject: className, subjectId: classId } as const
  await Activity.record(tx, ctx.actor, { ...logged, message: user.email })
  const former = await Users.read(tx, enrolment.userId)
  const dates = await readRunDates(ctx, tx, chosen.run)
  const described = { chosen, dates, former: former.name, substitute: user.name }
  await ctx.mail.send(tx, composeSubstituteEmail(ctx, Users.toRecipient(user), described))
  if (former.deletedAt !== null) return
  const keepsOthers = await Enrolments.isEnrolled(tx, former.id, chosen.run)
  await ctx.mail.send(tx, composeReplacedEmail(Users.toRecipient(former), { ...described, keepsOthers }))
}

/** Tells the webhooks who has the place now. */
export async function emitPlace(ctx: Context, tx: Transaction, { chosen, enrolment, user }: Named): Promise<void> {
  const { id: _id, classId, runId, paymentId } = enrolment
  const { name: className } = chosen.class
  const created = { ...{ _id, classId, runId, paymentId, className }, ...toPerson(user), created_at: Date.now() }
  await emit(ctx, tx, 'enrollment.created', () => created)
}

function toPerson({ id: userId, name, email }: Users.NewStudent) {
  return { userId, name, email }
}
