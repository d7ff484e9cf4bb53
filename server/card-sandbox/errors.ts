/** Errors as Stripe's API words them. Source: https://docs.stripe.com/api/errors */
export interface ErrorObject {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  /** The intent that the error is about, as it is. */
  payment_intent?: object
}

export class SandboxError extends Error {
  readonly status: number
  readonly body: ErrorObject

  constructor(status: number, body: ErrorObject) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function cardDeclined(code: string, declineCode: string | undefined, message: string): SandboxError {
  return new SandboxError(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode ? { decline_code: declineCode } : {}),
  })
}

export function invalidRequest(message: string, param: string): SandboxError {
  return new SandboxError(400, { type: 'invalid_request_error', message, param })
}
