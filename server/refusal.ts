import { ERRORS, type ErrorCode } from '#contract/errors.ts'

/** A call refused for a reason that its caller may read. Anything else that is thrown is ours, logged, and a bare 500. */
export class Refusal extends Error {
  readonly code: ErrorCode

  /** @param message a sentence for a person, where the code's own does not say enough */
  constructor(code: ErrorCode, message: string = ERRORS[code][1], options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Refused because it was tried too often. */
export class TooManyTries extends Refusal {
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number

  constructor(retryAfter: number, message?: string) {
    super('TOO_MANY_REQUESTS', message)
    this.retryAfter = retryAfter
  }
}

/** `found`, or NOT_FOUND where there is none. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Refusal('NOT_FOUND')
  return found
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of our ids. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** An id that a caller sent. One of the wrong form is of nothing, so it is not found. */
export function idFrom(sent: string): string {
  return orNotFound(isId(sent) ? sent : null)
}
