/** The jobs that send refunds. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { PaymentRow, RefundRow } from './payments.table.ts'

/** Retries for about three days. Then the reconciliation job sends the refund at each of its runs. */
export const sendRefundJob: JobKind<{ refundId: string }> = {
  name: 'payments.refund',
  timeoutSeconds: 60,
  retries: 80,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 86_400,
}

/** Of a part of a payment. The release before, which sends whole payments only, does not know this job. */
export const sendPartJob: JobKind<{ refundId: string }> = { ...sendRefundJob, name: 'payments.refund-part' }

export async function queueSending(
  { jobs }: Pick<SystemContext, 'jobs'>,
  tx: Transaction,
  { amountPaidMinor }: PaymentRow,
  { id: refundId, amountMinor }: Pick<RefundRow, 'id' | 'amountMinor'>,
): Promise<void> {
  await jobs.enqueue(tx, amountMinor === amountPaidMinor ? sendRefundJob : sendPartJob, { refundId })
}
