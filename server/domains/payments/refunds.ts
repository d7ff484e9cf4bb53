/** Refunds: recorded first, then sent by a job that retries until the provider accepts. */
import { eq } from 'drizzle-orm'
import type { Action } from '#contract/activity.ts'
import type { RefundReason } from '#contract/payments.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Users from '#server/domains/users/users.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { composeRefundEmail } from './payments.emails.ts'
import { payments, refunds } from './payments.table.ts'
import { transitionPayment, transitionRefund } from './transitions.ts'

/** Retries for about three days. Then the reconciliation job sends the refund at each of its runs. */
export const sendRefundJob: JobKind<{ refundId: string }> = {
  name: 'payments.refund',
  timeoutSeconds: 60,
  retries: 80,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

interface NewRefund {
  paymentId: string
  reason: RefundReason
  /** The user who asked for it; none for an automatic refund. */
  requestedBy?: string | null
}

/** Records the refund of a payment and queues the job that sends it. */
export async function queueRefund(
  { jobs }: Pick<SystemContext, 'jobs'>,
  tx: Transaction,
  refund: NewRefund,
): Promise<void> {
  const values = { ...refund, createdAt: Date.now() }
  const [created] = await tx.insert(refunds).values(values).returning({ id: refunds.id })
  await jobs.enqueue(tx, sendRefundJob, { refundId: must(created).id })
}

/** Actions that the activity log records for each refund. A withdrawal is recorded once for the whole class. */
const ACTIONS: Partial<Record<RefundReason, Action>> = { cancelled: 'payment_cancelled', refunded: 'payment_refunded' }

/**
 * Refunds a payment: ends the enrolment, returns the seat, e-mails the student and queues the money. Locks the class first, as
 * every sale does. Returns 0 where the payment is refunded already.
 * @throws AppError NOT_FOUND
 */
export async function refund(
  ctx: SystemContext,
  paymentId: string,
  reason: RefundReason,
  requestedBy: string | null = null,
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId))
    const payment = orNotFound(row)
    await Classes.lockForSale(tx, payment.classId)
    if (!(await transitionPayment(tx, paymentId, 'refund'))) return 0
    await Enrolments.end(tx, paymentId)
    await queueRefund(ctx, tx, { paymentId, reason, requestedBy })
    const action = ACTIONS[reason]
    if (action && requestedBy) {
      const subject = String(payment.receipt)
      await Activity.record(tx, { id: requestedBy }, { action, subject, subjectId: paymentId })
    }
    await ctx.mail.send(tx, composeRefundEmail(ctx, payment, reason, await Users.composeSalutation(tx, payment.userId)))
    return 1
  })
}

/** Queues a failed refund again. Returns 0 where it has not failed. @throws AppError NOT_FOUND */
export async function retryRefund(ctx: Context, paymentId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .select({ id: refunds.id, receipt: payments.receipt })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.paymentId, parseId(paymentId)))
    const { id, receipt } = orNotFound(row)
    if (!(await transitionRefund(tx, id, 'retry'))) return 0
    const entry = { action: 'refund_retried', subject: String(receipt), subjectId: paymentId } as const
    await Activity.record(tx, ctx.actor, entry)
    await ctx.jobs.enqueue(tx, sendRefundJob, { refundId: id })
    return 1
  })
}

/** Has the provider send the money of a refund. The idempotency key makes repetitions safe. */
export async function sendRefund(ctx: SystemContext, refundId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ status: refunds.status, round: refunds.round, intentId: payments.transactionId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  const { status, round, intentId } = must(row)
  if (status !== 'queued') return
  const outcome = await ctx.cards.refundIntent(intentId, `${refundId}-${round}`)
  if (outcome.refunded) return void (await inTransaction(ctx, (tx) => transitionRefund(tx, refundId, 'finish')))
  ctx.log.error({ refund: refundId, problem: outcome.problem }, 'The card provider could not refund a payment.')
  await inTransaction(ctx, (tx) => transitionRefund(tx, refundId, 'fail', outcome.problem))
}
