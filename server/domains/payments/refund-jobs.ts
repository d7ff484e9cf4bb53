/** The jobs that send refunds. */
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { type PaymentRow, payments, type RefundRow } from './payments.table.ts'

/** Retries for about three days. Then the reconciliation job sends the refund at each of its runs. */
export const sendRefundJob: JobKind<{ refundId: string }> = {
  name: 'payments.refund',
  timeoutSeconds: 60,
  retries: 80,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

/** Of a part of an intent. The release before, which sends whole ones only, does not know this job. */
export const sendPartJob: JobKind<{ refundId: string }> = { ...sendRefundJob, name: 'payments.refund-part' }

export async function queueSending(
  { jobs }: Pick<SystemContext, 'jobs'>,
  tx: Transaction,
  payment: PaymentRow,
  refund: Pick<RefundRow, 'id' | 'amountMinor'>,
): Promise<void> {
  const kind = (await isWhole(tx, payment, refund)) ? sendRefundJob : sendPartJob
  await jobs.enqueue(tx, kind, { refundId: refund.id })
}

/** Returns whether a refund is all of its intent, which other seats of the order may share. */
export async function isWhole(
  db: Database,
  { id, transactionId, amountPaidMinor }: PaymentRow,
  { amountMinor }: Pick<RefundRow, 'amountMinor'>,
): Promise<boolean> {
  if (amountMinor !== amountPaidMinor) return false
  return (await db.$count(payments, and(eq(payments.transactionId, transactionId), ne(payments.id, id)))) === 0
}
