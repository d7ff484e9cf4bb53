/** Enrolments by the school: an admin makes them, and ends those without a payment. */
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { GrantedEnrolment } from '#contract/enrolments.ts'
import { METHOD_WORDS } from '#contract/payment-methods.ts'
import { formatMoney } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { readRunDates } from '#server/domains/calendar/run-dates.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import { type LockedRun, lockForSale, requireUnsoldSeats } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Users from '#server/domains/users/users.ts'
import { readClaims, takeEnrolled } from '#server/domains/waiting/claims.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { readHandPayment, receive } from './hand-payments.ts'
import { countOwnHolds, lockRun } from './move-plans.ts'
import { composeReceiptEmail } from './receipts.emails.ts'
import { emailWithdrawn } from './refunds.ts'
import { composeEndedEmail, composeEnrolledEmail } from './seat-changes.emails.ts'

/**
 * Enrolls the user of an e-mail in a run, also after the last moment to enroll: for free, or with the money that the school has received. Returns
 * the id of the enrolment.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CLASS_WITHDRAWN, RUN_CANCELED, EMAIL_NOT_CONFIRMED, ALREADY_ENROLLED, SEATS_GONE, SEATS_HELD
 */
export async function grant(
  ctx: Context,
  runId: string,
  { email, reason, ...money }: GrantedEnrolment,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const chosen = await lockRun(tx, runId)
    const received = readHandPayment(ctx, chosen, money)
    const user = await findStudent(tx, chosen, email)
    const { id: classId, name } = chosen.class
    const bought = received && (await receive(ctx, tx, { chosen, buyer: user, ...received }))
    const createdAt = Date.now()
    const place = { userId: user.id, classId, runId: chosen.run.id }
    const paymentId = bought?.payment.id ?? null
    const source = bought ? ('payment' as const) : ('granted' as const)
    const granted = { source, paymentId, grantedBy: ctx.actor.id, reason, listPriceMinor: chosen.listPriceMinor }
    const id = await Enrolments.enrol(tx, { ...place, ...granted, createdAt })
    await takeEnrolled(tx, chosen, user.id)
    const person = { name: user.name, email: user.email }
    const enrolment = { _id: id, ...place, ...person, className: name, paymentId, created_at: createdAt }
    await emit(ctx, tx, 'enrollment.created', () => enrolment)
    await Cart.removeSelected(tx, user.id, [classId])
    const paid = received && `${formatMoney(received.amountMinor, ctx.currency)} ${METHOD_WORDS[received.method]}`
    const message = paid ? `${paid}: ${reason}` : reason
    await Activity.record(tx, ctx.actor, { action: 'student_enrolled', subject: name, subjectId: classId, message })
    await tell(ctx, tx, { chosen, user, bought })
    return id
  })
}

interface Granted {
  chosen: LockedRun
  user: Users.NewStudent
  /** The payment that the school has received; null of a free place. */
  bought: Awaited<ReturnType<typeof receive>> | null
}

/** Tells the student, with a receipt where there was money, and the webhooks of the order. */
async function tell(ctx: Context, tx: Transaction, { chosen, user, bought }: Granted): Promise<void> {
  const dates = await readRunDates(ctx, tx, chosen.run)
  const recipient = Users.toRecipient(user)
  if (!bought) return ctx.mail.send(tx, composeEnrolledEmail(ctx, recipient, { chosen, dates }))
  await ctx.mail.send(tx, composeReceiptEmail(ctx, { ...bought, dates }, recipient))
  await emit(ctx, tx, 'order.completed', () => Orders.readCompleted(tx, bought.payment.attemptId))
}

/** Returns the user of an e-mail, who may take a seat of a locked run. @throws AppError as `grant` */
async function findStudent(tx: Transaction, chosen: LockedRun, email: string): Promise<Users.NewStudent> {
  if (chosen.class.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
  if (chosen.run.canceledAt !== null) throw new AppError('RUN_CANCELED')
  const record = await Users.readByEmail(tx, email)
  const user = record && (await Users.readToEnroll(tx, record.id))
  if (!user || user.deletedAt !== null) throw new AppError('NOT_FOUND', 'No user has this e-mail address.')
  Users.requireConfirmed(user)
  if (await Enrolments.isEnrolled(tx, user.id, chosen.run)) throw new AppError('ALREADY_ENROLLED')
  const offer = (await readClaims(tx, user.id, [chosen.run])).get(chosen.run.id)
  requireUnsoldSeats(chosen.run, 1, (await countOwnHolds(tx, chosen.run.id, user.id)) + (offer?.seats ?? 0))
  return user
}

/** Ends an enrolment that no payment bought, returns its seat, and e-mails the student. @throws AppError NOT_FOUND, PAID_ENROLMENT */
export async function end(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { chosen, enrolment } = await lockPlace(tx, id)
    if (enrolment.paymentId !== null) throw new AppError('PAID_ENROLMENT')
    await Enrolments.end(tx, eq(enrolments.id, enrolment.id), { reason: 'ended', by: ctx.actor.id })
    const entry = { action: 'enrolment_ended', subject: chosen.class.name, subjectId: chosen.class.id } as const
    await Activity.record(tx, ctx.actor, entry)
    const user = await Users.read(tx, enrolment.userId)
    if (user.deletedAt === null) await ctx.mail.send(tx, composeEndedEmail(chosen, user.email, Users.greet(user)))
    return 1
  })
}

export interface SchoolEnd {
  reason: 'withdrawn' | 'run_canceled'
  by: string
}

/** Locks the class of an enrolment, and then reads the enrolment. @throws AppError NOT_FOUND */
async function lockPlace(
  tx: Transaction,
  id: string,
): Promise<{ chosen: LockedRun; enrolment: Enrolments.EnrolmentRow }> {
  const { runId } = await find(tx, id)
  const chosen = await lockForSale(tx, runId)
  const enrolment = await find(tx, id)
  // It has been moved in between.
  return enrolment.runId === runId ? { chosen, enrolment } : lockPlace(tx, id)
}

/**
 * Ends the enrolments of a filter that no payment bought, since their class is withdrawn or their run canceled. Those that were moved away
 * in between stay. It e-mails the students of a withdrawn class; those of a canceled run have read of it when it was canceled.
 */
export async function endGranted(ctx: SystemContext, filter: SQL, end: SchoolEnd): Promise<void> {
  const isGranted = and(filter, isNull(enrolments.paymentId), isActive)
  for (const { id, runId } of await ctx.db.select().from(enrolments).where(isGranted)) {
    await inTransaction(ctx, async (tx) => {
      const chosen = await lockForSale(tx, runId)
      const [ended] = await Enrolments.end(tx, must(and(eq(enrolments.id, id), eq(enrolments.runId, runId))), end)
      if (!ended || end.reason === 'run_canceled') return
      const { userId } = ended
      // Who has bought seats too has read of it with them.
      const hadPaid = and(eq(enrolments.userId, userId), eq(enrolments.runId, runId), isNotNull(enrolments.paymentId))
      if ((await tx.$count(enrolments, and(hadPaid, eq(enrolments.endReason, end.reason)))) > 0) return
      await emailWithdrawn(ctx, tx, chosen, userId)
    })
  }
}

/** @throws AppError NOT_FOUND */
async function find(tx: Transaction, id: string): Promise<Enrolments.EnrolmentRow> {
  const [row] = await tx
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.id, parseId(id)), isActive))
  return orNotFound(row)
}
