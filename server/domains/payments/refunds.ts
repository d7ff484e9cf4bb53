/** Refunds: recorded first, then sent by a job that retries until the provider accepts. */
import { eq } from 'drizzle-orm'
import type { Action } from '#contract/activity.ts'
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import { toMajor } from '#contract/values/money.ts'
import type { RefundedPayment } from '#contract/webhook-messages.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { lockForSale } from '#server/domains/classes/runs/seats.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { requireCancellable } from '#server/domains/enrolments/readings.ts'
import * as Users from '#server/domains/users/users.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { openCanceledEmail } from './canceled-run.emails.ts'
import { report } from './incidents.ts'
import { composeRefundEmail } from './payments.emails.ts'
import { type PaymentRow, payments, refunds } from './payments.table.ts'
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

/**
 * Records the refund of a payment, tells the webhooks and queues the job that sends the money.
 * @param requestedBy the user who asked for it; null for an automatic refund
 */
export async function queueRefund(
  ctx: Pick<SystemContext, 'jobs' | 'publicUrl'>,
  tx: Transaction,
  payment: PaymentRow,
  reason: RefundReason,
  requestedBy: string | null = null,
): Promise<void> {
  const values = { paymentId: payment.id, reason, requestedBy, createdAt: Date.now() }
  const [created] = await tx.insert(refunds).values(values).returning({ id: refunds.id })
  await ctx.jobs.enqueue(tx, sendRefundJob, { refundId: must(created).id })
  await emit(ctx, tx, 'payment.refunded', () => toRefundedPayment(payment, { reason, created_at: values.createdAt }))
}

function toRefundedPayment(payment: PaymentRow, refund: RefundedPayment['refund']): RefundedPayment {
  const { id, receipt, userId, classId, className, name, email, amountPaidMinor, currency, transactionId } = payment
  const people = { userId, name, email }
  const price = toMajor(amountPaidMinor, currency)
  const purchase = { _id: id, receipt, classId, className, price, currency, transactionId }
  return { ...purchase, ...people, created_at: payment.createdAt, status: 'refunded', refund }
}

/** Actions that the activity log records for each refund. A withdrawal is recorded once for the whole class. */
const ACTIONS: Partial<Record<RefundReason, Action>> = { cancelled: 'payment_cancelled', refunded: 'payment_refunded' }

/** Why a payment that bought an enrolment is refunded, which ends the enrolment. */
type EndingReason = Exclude<RefundReason, ReturnReason>

/**
 * Refunds a payment: ends the enrolment, returns the seat, e-mails the student and queues the money. Locks the class first, as
 * every sale does. Returns 0 where the payment is refunded already.
 * @throws AppError NOT_FOUND, PAYMENT_DISPUTED, CANCEL_USED_UP
 */
export async function refund(
  ctx: SystemContext,
  paymentId: string,
  reason: EndingReason,
  requestedBy: string | null = null,
): Promise<number> {
  return inTransaction(ctx, (tx) => refundInTransaction(ctx, tx, paymentId, reason, requestedBy))
}

/** `refund`, together with what else the caller writes. */
export async function refundInTransaction(
  ctx: SystemContext,
  tx: Transaction,
  paymentId: string,
  reason: EndingReason,
  requestedBy: string | null = null,
): Promise<number> {
  const { runId } = await readWithRefund(tx, paymentId)
  const { run } = await lockForSale(tx, runId)
  const { refund: existing, ...payment } = await readWithRefund(tx, paymentId)
  if (existing) return 0
  if (payment.isDisputed && reason !== 'at_provider') {
    // The students are refunded by a job. The end of the dispute refunds this one.
    if (reason === 'withdrawn' || reason === 'run_canceled') return 0
    throw new AppError('PAYMENT_DISPUTED')
  }
  await transitionPayment(tx, paymentId, 'refund')
  await Enrolments.end(tx, eq(enrolments.paymentId, paymentId), { reason, by: requestedBy })
  if (reason === 'cancelled') await requireCancellable(tx, paymentId, payment.userId)
  await queueRefund(ctx, tx, payment, reason, requestedBy)
  const action = ACTIONS[reason]
  if (action && requestedBy) {
    const subject = String(payment.receipt)
    await Activity.record(tx, { id: requestedBy }, { action, subject, subjectId: paymentId })
  }
  const user = await Users.read(tx, payment.userId)
  const recipient = Users.toRecipient(user)
  // Students of a disputed payment have read of the cancellation before.
  const isCancellation = reason === 'run_canceled' && requestedBy !== null
  // The address of the payment may have been a mistyped one.
  const message = isCancellation
    ? (await openCanceledEmail(ctx, tx, runId))(recipient, payment)
    : composeRefundEmail(ctx, { ...payment, email: user.email }, { reason, run }, recipient.greeting)
  await ctx.mail.send(tx, message)
  return 1
}

/** Queues a failed refund again. Returns 0 where it has not failed. @throws AppError NOT_FOUND, PAYMENT_DISPUTED */
export async function retryRefund(ctx: Context, paymentId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { refund: existing, receipt, isDisputed } = await readWithRefund(tx, parseId(paymentId))
    const { id } = orNotFound(existing ?? undefined)
    if (!(await transitionRefund(tx, id, 'retry'))) return 0
    if (isDisputed) throw new AppError('PAYMENT_DISPUTED')
    await transitionPayment(tx, paymentId, 'refund')
    const entry = { action: 'refund_retried', subject: String(receipt), subjectId: paymentId } as const
    await Activity.record(tx, ctx.actor, entry)
    await ctx.jobs.enqueue(tx, sendRefundJob, { refundId: id })
    return 1
  })
}

/** Has the provider send the money of a refund. The idempotency key makes repetitions safe. */
export async function sendRefund(ctx: SystemContext, refundId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ status: refunds.status, round: refunds.round, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  const { status, round, payment } = must(row)
  if (status !== 'queued') return
  const outcome = await ctx.cards.refundIntent(payment.transactionId, `${refundId}-${round}`)
  if (outcome.refunded) return void (await inTransaction(ctx, (tx) => transitionRefund(tx, refundId, 'finish')))
  await recordFailure(ctx, payment, refundId, outcome.problem)
}

/** Records that the provider could not send a refund, and reports it to admins. The payment counts as paid again. */
export async function recordFailure(
  ctx: SystemContext,
  payment: PaymentRow,
  refundId: string,
  problem: string,
): Promise<void> {
  const isNew = await inTransaction(ctx, async (tx) => {
    if (!(await transitionRefund(tx, refundId, 'fail', problem))) return false
    return transitionPayment(tx, payment.id, 'keep')
  })
  if (isNew) await report(ctx, payment, describeFailure(problem))
}

/** Records that the money of a failed refund was refunded at the provider instead. */
export async function recordReplacement(ctx: SystemContext, paymentId: string, refundId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (await transitionRefund(tx, refundId, 'replace')) await transitionPayment(tx, paymentId, 'refund')
  })
}

async function readWithRefund(tx: Transaction, paymentId: string) {
  const [row] = await tx
    .select()
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(eq(payments.id, paymentId))
  const { payments: payment, payment_refunds: refund } = orNotFound(row)
  return { ...payment, refund }
}

function describeFailure(problem: string): string {
  return `The card provider could not refund this payment (${problem}). Retry, or refund it another way.`
}
