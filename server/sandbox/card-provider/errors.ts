/** Errors with Stripe's own messages. Sources: https://docs.stripe.com/api/errors and https://docs.stripe.com/error-codes */
import type Stripe from 'stripe'

/** The `error` of a response body. */
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

  /** Returns the same error with the intent's new state. */
  withIntent(payment_intent: Stripe.PaymentIntent): SandboxError {
    return new SandboxError(this.status, { ...this.body, payment_intent })
  }
}

export function cardError(code: string, message: string, declineCode?: string): SandboxError {
  const decline = declineCode ? { decline_code: declineCode } : {}
  return new SandboxError(402, { type: 'card_error', code, message, ...decline })
}

export function invalidRequest(message: string, details: { param?: string; code?: string } = {}): SandboxError {
  return new SandboxError(400, { type: 'invalid_request_error', message, ...details })
}

/** @param type such as `payment_intent` */
export function noSuch(type: string, id: string, param = 'id'): SandboxError {
  const message = `No such ${type}: '${id}'`
  return new SandboxError(404, { type: 'invalid_request_error', code: 'resource_missing', param, message })
}

/** Source: https://docs.stripe.com/error-codes#payment-intent-authentication-failure */
export function createAuthenticationError(): SandboxError {
  return invalidRequest(
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    { code: 'payment_intent_authentication_failure' },
  )
}
