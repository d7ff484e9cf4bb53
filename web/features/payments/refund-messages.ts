/** A refund's reason and progress, as its student reads them. */
import type { Payment } from '#contract/payments.ts'
import { KEPT_SEAT_MESSAGE, REFUND_MESSAGES, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { formatDate } from '#web/ui/text/dates.ts'

type Refund = NonNullable<Payment['refund']>

/** Returns why a payment was refunded, and whether its student keeps the seat. */
export function describeReason(refund: Refund, { ended }: Pick<Payment, 'ended'>): string {
  return isReturned(refund) || ended ? REFUND_MESSAGES[refund.reason] : KEPT_SEAT_MESSAGE
}

/** Returns the status of a payment: `Refunded` only while its refund has not failed. */
export function describeStatus({ refund, refunded, price }: Pick<Payment, 'refund' | 'refunded' | 'price'>): string {
  if (!refund) return 'Paid'
  if (refund.status === 'failed') return 'Refund failed'
  return refunded < price ? 'Partly refunded' : 'Refunded'
}

/** True if the payment bought nothing, so that no enrolment has ended. */
export function isReturned({ reason }: Refund): boolean {
  return Object.hasOwn(RETURN_MESSAGES, reason)
}

/** Returns the progress of the money, to follow a price or `Refunded on …`. */
export function describeProgress({ status, created_at }: Refund): string {
  if (status === 'done') return `sent back on ${formatDate(created_at)}`
  if (status === 'failed') return "we couldn't send it back yet and are looking into it"
  return 'on its way to your card'
}
