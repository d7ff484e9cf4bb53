/** The closed set of error codes, and the body of every error response. No zod, so that every page may import it. */

import { INTERNAL_ERROR_MESSAGE } from './internal-error.ts'
import { HOLD_MINUTES, MAX_RUNS } from './limits.ts'
import { SIGN_UP_CLOSED_MESSAGE } from './sign-up-closed.ts'

/** code → HTTP status and the message that a person reads unless the place that throws has a more precise one. */
export const ERRORS = {
  INVALID_INPUT: [400, "Some details aren't valid. Check them and try again."],
  SIGNATURE_INVALID: [400, 'The signature does not match the message.'],
  LINK_INVALID: [400, 'This link is incomplete, used or expired. Get a new one.'],
  NOT_SIGNED_IN: [401, 'Please log in first.'],
  NOT_ALLOWED: [403, "You don't have permission to do this."],
  REAUTH_REQUIRED: [403, 'Confirm that it is you, then try again.'],
  SECOND_FACTOR_REQUIRED: [403, 'Admins need a second factor here. Set it up in your profile.'],
  TOKEN_NOT_ALLOWED: [403, 'An access token may not make this call. Log in to our site to do this.'],
  TOKEN_SCOPE_MISSING: [403, "This access token doesn't have the scope of this call."],
  SIGN_UP_CLOSED: [403, SIGN_UP_CLOSED_MESSAGE],
  NOT_FOUND: [404, "We couldn't find that."],
  ENROLMENT_ENDED: [404, 'Your enrolment in this class has ended.'],
  METHOD_NOT_ALLOWED: [405, 'This URL does not support that method.'],
  TOO_SLOW: [408, 'Your connection is too slow to send this. Try again on a faster one.'],
  SEATS_GONE: [409, 'Sorry, the last seat of this class has just been taken.'],
  SEATS_HELD: [409, 'All remaining seats are in checkout. Try again in a few minutes.'],
  SEATS_FREE: [409, 'This date has a free seat, so it has no waiting list. Select it instead.'],
  TOO_FEW_SEATS: [409, 'This date does not have that many seats.'],
  ALREADY_WAITING: [409, 'You are already on the waiting list of this date.'],
  OFFER_ENDED: [409, 'There is no offer any longer. Reload the page to see your place in the list.'],
  RUN_CLOSED: [409, 'This date can no longer be booked. Choose another one.'],
  RUN_CANCELED: [409, 'This date is canceled and can no longer be changed.'],
  SESSION_AHEAD: [409, 'You can record attendance from the day of the session on.'],
  PRICE_DIFFERS: [409, 'That date has another price. Cancel this enrolment and enroll again, or contact us.'],
  PAID_ENROLMENT: [409, 'This enrolment was paid for. Refund its payment instead.'],
  EDIT_RUNS: [409, 'This class takes place on several dates. Change the seats of each one under Dates.'],
  UNDATED_RUN: [
    409,
    'Students are enrolled without a date, or are paying for one of those seats. Decide whether we keep selling them.',
  ],
  DOUBLE_BOOKED: [409, 'The instructor or the place is already booked at this time.'],
  NO_MINIMUM: [409, 'This date has no minimum number of students, so there is nothing to confirm.'],
  TOO_MANY_RUNS: [409, `A class has at most ${MAX_RUNS} dates.`],
  ALREADY_SELECTED: [409, 'All ready selected the class !'],
  ALREADY_ENROLLED: [409, 'You are already enrolled in this class.'],
  PRICE_CHANGED: [409, 'The price of this class has changed.'],
  CART_ITEM_UNCLEAR: [
    409,
    'None of your selected classes has this price. Open My Selected Classes and pay from there.',
  ],
  NOT_PAID: [409, 'The card provider has not confirmed this payment yet. Try again in a moment.'],
  ATTEMPT_CLOSED: [409, 'This checkout has expired. Start again.'],
  HOLD_USED_UP: [409, `You've held a seat for an hour, our limit. Try again in ${HOLD_MINUTES} minutes.`],
  TOO_MANY_HOLDS: [409, 'You are holding as many seats as we allow. Release one, or pay for it.'],
  MONEY_RETURNED: [409, "Your payment couldn't buy the class. We're refunding the full amount. Allow 5–10 days."],
  CANCEL_TOO_LATE: [409, 'This date has begun, so it can no longer be cancelled. Contact us for help.'],
  NOT_RETURNABLE: [409, 'By the terms of this purchase, you get no more back if we sell your seat again.'],
  ALREADY_PAID: [409, 'You have already paid for some of these classes. See Payment History.'],
  AMOUNT_TOO_LARGE: [409, 'A card cannot be charged that much at once. Pay for fewer classes at once.'],
  CHOICE_MADE: [409, 'The choice is made already, or the time to choose is over.'],
  AMOUNT_CHANGED: [409, 'The amount has changed. Check the new one, then try again.'],
  CODE_INVALID: [409, "We don't know this code. Check it, then try again."],
  COUPON_USED: [409, 'This coupon has been used more often than that.'],
  VOUCHER_USED: [409, 'Some of this voucher is spent or in checkout. Return that first.'],
  CODE_TAKEN: [409, 'Another coupon has this code. Choose another one.'],
  CANCEL_USED_UP: [
    409,
    "You've cancelled this class twice after reading its material, so you can't cancel it again. Contact us for help.",
  ],
  PAYMENT_DISPUTED: [
    409,
    "The cardholder's bank is reviewing this payment. It can be refunded once the bank has decided.",
  ],
  CREDIT_TOO_LOW: [409, 'That is more credit than there is.'],
  REFUND_TOO_LARGE: [409, 'That is more than is left of this payment.'],
  ALREADY_SET_UP: [409, 'This school is already set up. Log in to it instead.'],
  ALREADY_REGISTERED: [409, 'This e-mail address has an account already. Log in to it, then open the link again.'],
  CURRENCY_FIXED: [
    409,
    'The school has classes, coupons or credit with amounts, so its currency can no longer change.',
  ],
  CHANGED_MEANWHILE: [409, 'Someone changed this while you were editing.'],
  CLASS_WITHDRAWN: [409, 'This class is withdrawn and can no longer be changed.'],
  CLASS_HAS_STUDENTS: [409, "Students are enrolled, so you can't delete it. Withdraw it instead."],
  BEING_PAID: [409, 'A student is paying for this class right now. Try again in a few minutes.'],
  LAST_ADMIN: [409, 'This is the last admin. Make another user an admin first.'],
  ADMIN_ACCOUNT: [409, 'This is the account of an admin. Only they can change this.'],
  NOT_ONESELF: [409, "You can't do this to your own account."],
  EMAIL_NOT_CONFIRMED: [409, 'Confirm your e-mail address first. We have e-mailed you a link.'],
  EMAIL_AT_PROVIDER: [409, 'Your sign-in service keeps your e-mail address. Change it there, then log in again.'],
  OTHER_ACCOUNT: [409, 'Log in to the account that you are changing. Then open the link again.'],
  IDENTITY_CONFLICT: [409, 'This e-mail address belongs to another sign-in. Contact us for help.'],
  LIMIT_REACHED: [409, 'You have as many of these as we allow. Delete one first.'],
  BRIEF_HAS_PICTURES: [409, "Students have handed in pictures, so you can't delete this brief."],
  SLUG_TAKEN: [409, 'Another page has this address. Choose another one.'],
  PAGE_REQUIRED: [409, 'Our own links lead to this page, so it stays published under its address.'],
  TERMS_IN_USE: [409, 'These terms are the default, or a class has them. Choose others there first.'],
  MAILING_SENT: [409, 'This was sent, so it can no longer be changed. Write a new one instead.'],
  NO_RECIPIENTS: [409, 'Nobody would receive this now. Choose other recipients.'],
  WEBHOOK_DISABLED: [409, 'This webhook is disabled. Enable it first.'],
  NOT_CONFIRMED: [409, 'That is not your password.'],
  TOO_LARGE: [413, 'That is too large.'],
  NOT_A_PICTURE: [415, "We can't read this picture. Choose a JPEG, PNG, WebP, AVIF or HEIC file."],
  UNSUPPORTED_MEDIA_TYPE: [415, "We can't read this type of content."],
  TOO_MANY_REQUESTS: [429, 'Too many attempts. Wait a little and try again.'],
  INTERNAL: [500, INTERNAL_ERROR_MESSAGE],
  PICTURE_HOST_UNAVAILABLE: [503, "We couldn't save the picture. Try again in a moment."],
  PROVIDER_REFUSED: [500, "The card provider doesn't accept this payment. Contact us for help."],
  PROVIDER_UNAVAILABLE: [503, "The card provider isn't responding. Try again in a moment; you won't be charged twice."],
  OVERLOADED: [503, 'Many people are using our site right now. Try again in a few seconds.'],
  UNAVAILABLE: [503, 'The server is unavailable for a moment. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

/** The body of every error response. `code` is for programs, `message` for a person. */
export interface ErrorBody {
  statusCode: number
  code: string
  /** The name of the HTTP status. */
  error: string
  message: string
}
