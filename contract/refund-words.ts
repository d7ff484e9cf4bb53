/** Why money went back, in words: on the screen and in letters. No zod: pages have it. */
import type { RefundReason, ReturnReason } from './payments.ts'

/** Why money that was taken bought nothing. */
export const RETURNED: Record<ReturnReason, string> = {
  seat_gone: 'The last seat was taken before your payment arrived.',
  class_gone: 'The class was taken off before your payment arrived.',
  user_gone: 'Your account was deleted before your payment arrived.',
  enrolled_already: 'You are enrolled in this class already.',
  amount_differs: 'The card provider took another sum than we asked for.',
}

/** The same for every payment that bought nothing. */
export const MONEY_GOES_BACK =
  'You are not enrolled. The whole amount goes back to your card by itself, within some days.'

export const REFUNDED: Record<RefundReason, string> = {
  ...RETURNED,
  cancelled: 'You have cancelled your enrolment.',
  refunded: 'The school has refunded your payment, and your enrolment has ended.',
  withdrawn: 'The class does not take place. We are sorry.',
  at_provider: 'Your payment has been refunded, and your enrolment has ended.',
}
