/** The jobs of vouchers: their e-mails, and the refund of a sale. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { VoucherRow } from './vouchers.table.ts'

type Ctx = Pick<SystemContext, 'jobs'>

const RETRIES = { timeoutSeconds: 60, retries: 30, initialBackoff: 5, maxBackoff: 3_600, retention: 3_600 }

/** Writes to the buyer of a voucher, or to its recipient. */
export const deliverVoucherJob: JobKind<{ voucherId: string; to: 'buyer' | 'recipient' }> = {
  name: 'vouchers.deliver',
  ...RETRIES,
  sendsMessage: true,
}

/** Sends the money of a voucher that was ended back to its card. */
export const refundVoucherJob: JobKind<{ voucherId: string }> = { name: 'vouchers.refund', ...RETRIES, retries: 80 }

/** Queues the e-mails of a voucher that was sold. That to the recipient may wait for its day. */
export async function queueDelivery(
  { jobs }: Ctx,
  tx: Transaction,
  { id: voucherId, deliverTo, deliverDay }: VoucherRow,
): Promise<void> {
  await jobs.enqueue(tx, deliverVoucherJob, { voucherId, to: 'buyer' })
  if (deliverTo !== null && deliverDay === null)
    await jobs.enqueue(tx, deliverVoucherJob, { voucherId, to: 'recipient' })
}

export function queueRefund({ jobs }: Ctx, tx: Transaction, voucherId: string): Promise<void> {
  return jobs.enqueue(tx, refundVoucherJob, { voucherId })
}
