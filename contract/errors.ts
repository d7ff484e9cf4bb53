/** The closed set of error codes and the one error body that every refused call answers with. No zod: every page has it. */

import { FAULT_OF_OURS } from './fault-of-ours.ts'

/** code → HTTP status and the sentence that a person reads unless the place that refuses knows better words. */
export const ERRORS = {
  INVALID_INPUT: [400, 'Something in what you sent is not right.'],
  SIGNATURE_INVALID: [400, 'The signature does not fit the message.'],
  NOT_SIGNED_IN: [401, 'Please log in first.'],
  NOT_ALLOWED: [403, 'You may not do this.'],
  NOT_FOUND: [404, 'There is nothing here by that name.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take that method.'],
  SEATS_GONE: [409, 'Sorry, the last seat of this class has just been taken.'],
  SEATS_HELD: [409, 'All free seats are being paid for right now. Please try again in a few minutes.'],
  ALREADY_SELECTED: [409, 'All ready selected the class !'],
  ALREADY_ENROLLED: [409, 'You are already enrolled in this class.'],
  PRICE_CHANGED: [409, 'The price of this class has changed.'],
  CART_ITEM_UNCLEAR: [409, 'Please choose which of your selected classes to pay for.'],
  NOT_PAID: [409, 'The card provider has not received this payment yet.'],
  ATTEMPT_CLOSED: [409, 'This payment is over. Please start again from your selected classes.'],
  HOLD_USED_UP: [
    409,
    'You have held a seat of this class for an hour. Please let others try, and begin again in a quarter of an hour.',
  ],
  MONEY_RETURNED: [409, 'Your payment could not buy the class. The whole amount goes back to your card by itself.'],
  CANCEL_TOO_LATE: [409, 'The days in which you could cancel by yourself are over. Please write to the school.'],
  CHANGED_MEANWHILE: [409, 'Somebody has changed this meanwhile.'],
  CLASS_WITHDRAWN: [409, 'This class is withdrawn, so that nothing of it can be changed any more.'],
  CLASS_HAS_STUDENTS: [409, 'Students are enrolled in this class. To take it off all the same, withdraw it.'],
  BEING_PAID: [409, 'Somebody is paying for a seat of this class right now. Please try again in a few minutes.'],
  LAST_ADMIN: [409, 'This is the last admin, and a school needs one.'],
  NOT_ONESELF: [409, 'Nobody may do this to themselves.'],
  NOT_CONFIRMED: [409, 'That is not your password.'],
  TOO_LARGE: [413, 'That is larger than we can take.'],
  NOT_A_PICTURE: [415, 'This is not a picture that we can read. Please take a JPEG, PNG, WebP or AVIF.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'We cannot read this kind of content.'],
  TOO_MANY_REQUESTS: [429, 'Too many tries. Please wait a little and try again.'],
  INTERNAL: [500, FAULT_OF_OURS],
  PICTURE_HOST_UNAVAILABLE: [503, 'The picture could not be kept just now. Please try again in a moment.'],
  PROVIDER_UNAVAILABLE: [
    503,
    'The card provider does not answer. Please try again in a moment; nothing is ever charged twice.',
  ],
  UNAVAILABLE: [503, 'The school is not reachable for a moment. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

/** The body of every answer that is an error. `code` is for programs, `message` for a person. */
export interface ErrorBody {
  statusCode: number
  code: string
  /** The HTTP status' name. */
  error: string
  message: string
}
