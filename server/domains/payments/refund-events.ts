/** Webhook events about refunds. */
import { and, eq } from 'drizzle-orm'
import { toMajor } from '#contract/values/money.ts'
import type { RefundedPayment } from '#contract/webhook-messages.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { must } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countPaid } from './amounts.ts'
import { type NewRefund, type PaymentRow, payments, refunds } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'jobs' | 'publicUrl'>

/** Tells the webhooks that a refund was requested. */
export async function emitRefunded(ctx: Ctx, tx: Transaction, payment: PaymentRow, refund: NewRefund): Promise<void> {
  await emit(ctx, tx, 'payment.refunded', () => toRefundedPayment(payment, refund))
}

function toRefundedPayment(payment: PaymentRow, refund: NewRefund): RefundedPayment {
  const { id, receipt, userId, classId, className, name, email, currency, transactionId, status } = payment
  const [price, amount] = [countPaid(payment), refund.amountMinor].map((minor) => toMajor(minor, currency))
  const purchase = { _id: id, receipt, classId, className, price: price ?? 0, currency, transactionId }
  const people = { userId, name, email }
  const { method = 'card', byHand, reason, createdAt: created_at } = refund
  const refunded = { method: byHand ?? method, amount: amount ?? 0, reason, created_at }
  return { ...purchase, ...people, created_at: payment.createdAt, status, refund: refunded }
}

/** Tells the webhooks that the card provider has sent a refund: once, although one that fails later can be sent again. */
export async function emitSent(ctx: Ctx, tx: Transaction, refundId: string): Promise<void> {
  const isFirst = and(eq(refunds.id, refundId), eq(refunds.wasSent, false))
  const sent = await tx.update(refunds).set({ wasSent: true }).where(isFirst).returning({ id: refunds.id })
  if (sent.length === 0) return
  await emit(ctx, tx, 'refund.sent', async () => {
    const [row] = await tx
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, refundId))
    const { refund, payment } = must(row)
    const { receipt, userId, currency, transactionId } = payment
    const amount = toMajor(refund.amountMinor, currency)
    const facts = { receipt, userId, amount, currency, transactionId, reason: refund.reason }
    return { _id: refundId, paymentId: payment.id, ...facts, created_at: refund.createdAt }
  })
}
