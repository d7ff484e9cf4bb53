/** Money that goes back: recorded first, sent by a job that is tried until the provider has it. */
import { eq, sql } from 'drizzle-orm'
import type { Deed } from '#contract/activity.ts'
import type { RefundReason } from '#contract/payments.ts'
import * as Activity from '#server/activity/activity.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { SystemContext } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { JobKind } from '#server/jobs/kind.ts'
import { orNotFound } from '#server/refusal.ts'
import { refundLetter } from './letters.ts'
import { movePayment, moveRefund } from './moves.ts'
import { enrolments, payments, refunds } from './payments.table.ts'

/** About three days of tries; then the reconciling job asks again, each time that it runs. */
export const sendRefund: JobKind<{ refundId: string }> = {
  name: 'payments.refund',
  secondsPerTry: 60,
  retries: 80,
  firstPause: 5,
  longestPause: 3_600,
  keptFor: 86_400,
}

/** Records a refund of a payment, in the caller's transaction, and queues its sending. */
export async function queueRefund(
  { db: tx, jobs }: Pick<SystemContext, 'db' | 'jobs'>,
  paymentId: string,
  reason: RefundReason,
  wishedBy: string | null = null,
): Promise<void> {
  const values = { paymentId, reason, wishedBy, createdAt: Date.now() }
  const [refund] = await tx.insert(refunds).values(values).returning({ id: refunds.id })
  await jobs.put(tx, sendRefund, { refundId: orNotFound(refund).id })
}

/** Refunds that somebody wished for one by one; a withdrawn class is recorded as a whole. */
const DEED_OF: Partial<Record<RefundReason, Deed>> = { cancelled: 'payment_cancelled', refunded: 'payment_refunded' }

/**
 * Refunds a payment: the enrolment ends, the seat comes back, the student is told, the money is queued. Answers 0 where that
 * has happened before. Locks the class row first, as every sale does.
 * @throws Refusal NOT_FOUND
 */
export async function refund(
  ctx: SystemContext,
  paymentId: string,
  reason: RefundReason,
  wishedBy: string | null = null,
): Promise<number> {
  const done = await transaction(ctx.db, async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
    const { classId, receipt } = orNotFound(payment)
    await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, classId)).for('update')
    if (!(await movePayment(tx, paymentId, 'refund'))) return false
    const ended = await tx.delete(enrolments).where(eq(enrolments.paymentId, paymentId)).returning()
    if (ended.length) {
      const back = { seats: sql`${classes.seats} + 1`, enroll: sql`${classes.enroll} - 1` }
      await tx.update(classes).set(back).where(eq(classes.id, classId))
    }
    await queueRefund({ ...ctx, db: tx }, paymentId, reason, wishedBy)
    const deed = DEED_OF[reason]
    if (deed && wishedBy) {
      await Activity.record(tx, { id: wishedBy }, { deed, subject: `Receipt ${receipt}`, subjectId: paymentId })
    }
    await ctx.mail.send(tx, refundLetter(ctx, orNotFound(payment), reason))
    return true
  })
  if (done) ctx.catalogue.changed()
  return done ? 1 : 0
}

/** Has the provider send a refund's money back. It knows the refund by its key, so that repeating it sends nothing twice. */
export async function send({ db, cards, log }: SystemContext, refundId: string): Promise<void> {
  const [found] = await db
    .select({ status: refunds.status, round: refunds.round, intentId: payments.transactionId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  const { status, round, intentId } = orNotFound(found)
  if (status !== 'queued') return
  const outcome = await cards.refundIntent(intentId, `${refundId}-${round}`)
  if (outcome.refunded) return void (await moveRefund(db, refundId, 'finish'))
  log.error({ refund: refundId, problem: outcome.problem }, 'the card provider could not refund a payment')
  await moveRefund(db, refundId, 'fail', outcome.problem)
}
