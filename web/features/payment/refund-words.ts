/** What a student reads about money that goes back: why, and how far it is. */
import type { Payment } from '#contract/payments.ts'
import { REFUNDED, RETURNED } from '#contract/refund-words.ts'
import { dayOf } from './days.ts'

type Refund = NonNullable<Payment['refund']>

export function reasonOf({ reason }: Refund): string {
  return REFUNDED[reason]
}

/** Whether the payment never bought anything, so that nothing has ended either. */
export function boughtNothing({ reason }: Refund): boolean {
  return reason in RETURNED
}

/** How far the money is, to follow on `Refunded`. */
export function wayOf({ status, created_at }: Refund): string {
  if (status === 'done') return `sent back on ${dayOf(created_at)}`
  if (status === 'failed') return 'could not be sent back yet; the school has been told'
  return 'on its way to your card'
}
