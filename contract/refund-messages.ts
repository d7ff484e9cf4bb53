/** Messages about the reasons of refunds and of ended enrolments, for pages and e-mails. No zod, so that pages may import it. */
import type { EnrolmentEndReason } from './enrolments.ts'
import type { RefundReason, ReturnReason } from './payments.ts'

/** Reasons that a captured payment bought nothing, and the consequence for the enrolment. */
export const RETURN_MESSAGES: Record<ReturnReason, string> = {
  seat_gone: 'The last seat was taken before your payment arrived, so you are not enrolled.',
  class_gone: 'The class was no longer available when your payment arrived, so you are not enrolled.',
  user_gone: 'Your account was deleted before your payment arrived, so you are not enrolled.',
  enrolled_already: 'You are already enrolled in this class, so this second payment was not needed.',
  amount_differs: 'The card provider charged a different amount than we requested, so you are not enrolled.',
  move_gone: 'The move was no longer possible when your payment arrived, so you have not moved.',
}

/** Follows each of RETURN_MESSAGES. */
export const FULL_REFUND_MESSAGE = "We're refunding the full amount. Allow 5–10 days."

/** A refund after which the student keeps their seat. */
export const KEPT_SEAT_MESSAGE = 'We refunded this part of your payment. You stay enrolled.'

export const REFUND_MESSAGES: Record<RefundReason, string> = {
  ...RETURN_MESSAGES,
  cancelled: 'You cancelled your enrolment.',
  resold: 'We have sold your seat again, as you wished, so your enrolment has ended.',
  refunded: 'We refunded your payment, and your enrolment has ended.',
  withdrawn: 'This class was withdrawn. We are sorry.',
  run_canceled: 'This date of the class was canceled. We are sorry.',
  at_provider: 'Your payment was refunded, and your enrolment has ended.',
  moved: 'You have moved to a cheaper date, and got the difference as credit.',
}

/** Follows `Your enrolment ended on …: `. */
export const END_MESSAGES: Record<EnrolmentEndReason, string> = {
  cancelled: 'you cancelled it',
  resold: 'we sold your seat again, as you wished',
  refunded: 'we refunded your payment',
  at_provider: 'your payment was refunded',
  withdrawn: 'the class was withdrawn',
  run_canceled: 'the date was canceled',
  ended: 'we ended it',
  import_undone: 'we had enrolled you by mistake',
  account_deleted: 'the account was deleted',
}
