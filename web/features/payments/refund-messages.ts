/** A refund's reason and progress, as its student reads them. */
import { METHOD_WORDS } from '#contract/payment-methods.ts'
import type { Payment } from '#contract/payments.ts'
import { KEPT_SEAT_MESSAGE, REFUND_MESSAGES, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { formatDate } from '#web/ui/text/dates.ts'

import { countRest } from './paid-price.ts'

type Refund = NonNullable<Payment['refund']>

/** Returns why a payment was refunded, and whether its student keeps the seat. */
export function describeReason(refund: Refund, { ended }: Pick<Payment, 'ended'>): string {
  return isReturned(refund) || ended || refund.reason === 'moved' ? REFUND_MESSAGES[refund.reason] : KEPT_SEAT_MESSAGE
}

/** Returns the status of a payment: `Refunded` only while its refund has not failed. */
export function describeStatus(
  payment: Pick<Payment, 'refund' | 'refunded' | 'credited' | 'price' | 'currency' | 'status'>,
): string {
  const { refund, status } = payment
  if (!refund) return status === 'refunded' ? 'Nothing bought' : 'Paid'
  if (refund.status === 'failed') return 'Refund failed'
  return countRest(payment) > 0 ? 'Partly refunded' : 'Refunded'
}

/** True if the payment bought nothing, so that no enrolment has ended. */
export function isReturned({ reason }: Refund): boolean {
  return Object.hasOwn(RETURN_MESSAGES, reason)
}

/** Returns the progress of the money, to follow a price or `Refunded on …`. */
export function describeProgress({ method, status, created_at }: Omit<Refund, 'amount' | 'reason'>): string {
  if (method === 'credit') return `given as credit on ${formatDate(created_at)}`
  if (method !== 'card') return `paid back ${METHOD_WORDS[method]} on ${formatDate(created_at)}`
  if (status === 'done') return `sent back on ${formatDate(created_at)}`
  if (status === 'failed') return "we couldn't send it back yet and are looking into it"
  return 'on its way to your card'
}
