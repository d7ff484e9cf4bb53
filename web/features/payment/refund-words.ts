/** What a student reads about money that goes back: why, and how far it is. */
import type { Payment, RefundReason, ReturnReason } from '#contract/payments.ts'
import { dayOf } from './days.ts'

type Refund = NonNullable<Payment['refund']>

/** Why money that was taken bought nothing. */
const RETURNED: Record<ReturnReason, string> = {
  seat_gone: 'The last seat was taken before your payment arrived.',
  class_gone: 'The class was taken off before your payment arrived.',
  user_gone: 'Your account was deleted before your payment arrived.',
  enrolled_already: 'You are enrolled in this class already.',
  amount_differs: 'The card provider took another sum than we asked for.',
}

const REASONS: Record<RefundReason, string> = {
  ...RETURNED,
  cancelled: 'You have cancelled your enrolment.',
  refunded: 'The school has refunded your payment, and your enrolment has ended.',
  withdrawn: 'The class does not take place. We are sorry.',
  at_provider: 'Your payment has been refunded, and your enrolment has ended.',
}

export function reasonOf({ reason }: Refund): string {
  return REASONS[reason]
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
