import { STATUS_CODES } from 'node:http'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/values/errors.ts'

/** An error that the caller may read. Every other error is a bug or an outage: it is logged and becomes a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode

  /** @param message a sentence for the user, where the code's own does not say enough */
  constructor(code: ErrorCode, message: string = ERRORS[code][1], options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** TOO_MANY_REQUESTS: a rate limit is used up. */
export class RateLimitError extends AppError {
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number

  /** @param message a sentence for the user, where the number of attempts is not the reason */
  constructor(retryAfter: number, message = toRateLimitMessage(retryAfter)) {
    super('TOO_MANY_REQUESTS', message)
    this.retryAfter = retryAfter
  }
}

/** OVERLOADED: more work is waiting than the server can do soon. */
export class OverloadError extends AppError {
  /** Seconds until the next attempt makes sense. */
  readonly retryAfter = 5

  constructor() {
    super('OVERLOADED')
  }
}

/** Returns what a user reads when a rate limit is used up, with the wait in words. */
export function toRateLimitMessage(seconds: number): string {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Too many attempts. Try again in ${seconds === 1 ? 'a second' : wait}.`
}

/** Returns the response body for an error code. @param message replaces the code's own sentence */
export function createErrorBody(code: ErrorCode, message: string = ERRORS[code][1]): ErrorBody {
  const statusCode = ERRORS[code][0]
  return { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message }
}

/** Returns the row that a caller requested. @throws AppError NOT_FOUND where it is missing */
export function orNotFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new AppError('NOT_FOUND')
  return row
}

/** Returns a row that must exist, such as one that was just written. @throws Error where it is missing, which is a bug */
export function must<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new Error('a row that must exist is missing')
  return row
}

/** @throws AppError CHANGED_MEANWHILE where the caller has read another version of a row */
export function requireVersion({ version }: { version: number }, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== version) throw new AppError('CHANGED_MEANWHILE')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a text has the form of our ids. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** Returns an id that a caller sent, in lower case, as the database has it. @throws AppError NOT_FOUND for a text that cannot be an id */
export function parseId(text: string): string {
  return orNotFound(isId(text) ? text.toLowerCase() : null)
}
