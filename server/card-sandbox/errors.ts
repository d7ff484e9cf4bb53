/** Errors as Stripe's API words them. Sources: https://docs.stripe.com/api/errors and https://docs.stripe.com/error-codes */
import type Stripe from 'stripe'

/** `error` in the body of an answer. */
export interface ErrorObject extends Stripe.PaymentIntent.LastPaymentError {
  message: string
}

export class SandboxError extends Error {
  readonly status: number
  readonly body: ErrorObject

  constructor(status: number, body: ErrorObject) {
    super(body.message)
    this.status = status
    this.body = body
  }

  /** The same error, told together with the intent as it is after it. */
  about(payment_intent: Stripe.PaymentIntent): SandboxError {
    return new SandboxError(this.status, { ...this.body, payment_intent })
  }
}

export function cardError(code: string, message: string, declineCode?: string): SandboxError {
  const decline = declineCode ? { decline_code: declineCode } : {}
  return new SandboxError(402, { type: 'card_error', code, message, ...decline })
}

export function invalidRequest(message: string, about: { param?: string; code?: string } = {}): SandboxError {
  return new SandboxError(400, { type: 'invalid_request_error', message, ...about })
}

/** `what` as in `payment_intent`. */
export function noSuch(what: string, id: string, param = 'id'): SandboxError {
  const message = `No such ${what}: '${id}'`
  return new SandboxError(404, { type: 'invalid_request_error', code: 'resource_missing', param, message })
}

/** Source: https://docs.stripe.com/error-codes#payment-intent-authentication-failure */
export function notAuthenticated(): SandboxError {
  return invalidRequest(
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    { code: 'payment_intent_authentication_failure' },
  )
}
