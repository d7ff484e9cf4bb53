/** The one mapper from anything thrown to the one error body. */
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { sqlState } from '#server/database/transaction.ts'
import { Refusal, TooManyTries } from '#server/refusal.ts'

/** PostgreSQL keeps no NUL in a text, nor in JSON. Source: PostgreSQL, appendix A */
const UNSTORABLE_CHARACTER = ['22021', '22P05']

/** The body for a code; `message` is the code's own sentence unless a better one is given. */
export function errorBody(code: ErrorCode, message: string = ERRORS[code][1]): ErrorBody {
  const statusCode = ERRORS[code][0]
  return { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message }
}

/** Answers an error as the contract says. What the caller did not cause is logged, and named by its code alone. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const body = bodyOf(error)
  if (body.statusCode >= 500) request.log.error(error)
  if (error instanceof TooManyTries) reply.header('retry-after', error.retryAfter)
  reply.code(body.statusCode).header('cache-control', 'no-store').send(body)
}

function bodyOf(error: FastifyError): ErrorBody {
  if (error instanceof Refusal) return errorBody(error.code, error.message)
  if (error.validation) return errorBody('INVALID_INPUT', firstIssue(error))
  if (UNSTORABLE_CHARACTER.includes(sqlState(error) ?? ''))
    return errorBody('INVALID_INPUT', 'A text has a character that cannot be kept.')
  if (isDatabaseAway(error)) return errorBody('UNAVAILABLE')
  return errorBody(codeOfStatus(error.statusCode))
}

/** Codes of Fastify's own refusals by their status. Source: https://fastify.dev/docs/latest/Reference/Errors/ */
function codeOfStatus(status: number | undefined): ErrorCode {
  if (status === 413) return 'TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return status !== undefined && status >= 400 && status < 500 ? 'INVALID_INPUT' : 'INTERNAL'
}

/** `price: Invalid input: expected number, received string`. */
function firstIssue(error: FastifyError): string {
  const issue = error.validation?.[0]
  const field = issue?.instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'body')
  return `${field}: ${issue?.message ?? 'is not right'}`
}

/** Classes 08 (connection) and 57 (shutdown). Source: PostgreSQL, appendix A. The others are Node's, pg's time-out, and what a closed database says. */
function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const state = sqlState(error) ?? ''
  if (/^(08|57)/.test(state) || ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'].includes(state)) return true
  return (
    cause instanceof Error &&
    /^(timeout exceeded when trying to connect|Connection terminated|PGlite is closed|Cannot use a pool after)/.test(
      cause.message,
    )
  )
}
