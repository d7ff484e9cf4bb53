/** Maps every thrown error to the one error body. */
import { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { RETRY_AFTER_HEADER } from '#contract/call.ts'
import type { ErrorBody, ErrorCode } from '#contract/values/errors.ts'
import { AppError, createErrorBody, OverloadError, RateLimitError } from '#server/platform/app-error.ts'
import { sqlState } from '#server/platform/database/transaction.ts'
import type { SecurityLog } from '#server/platform/security-log.ts'
import '#server/platform/validation-messages.ts'

/**
 * PostgreSQL refuses a value of the request: unparsable text, a number out of range, and characters that it cannot store in text or
 * JSON. The schemas refuse such values first; this is the safety net. Source: PostgreSQL, appendix A
 */
const UNSTORABLE_VALUE = new Set(['22P02', '22003', '22021', '22P05'])

/** No space is left: on our disk (errno(3)), or on PostgreSQL's (appendix A). */
const STORAGE_FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
const STORAGE_FULL_MESSAGE = "Our storage is full, so we couldn't save this. Try again later."

type SendError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

/** Returns the function that sends error responses, and writes refusals to the security log. */
export function createSendError(securityLog: SecurityLog): SendError {
  return (error, request, reply) => {
    const body = toErrorBody(error)
    securityLog.recordRefusal(request, body, request.subject)
    send(error, body, request, reply)
  }
}

/** Logs errors that the caller did not cause; the response names only their code. */
function send(error: FastifyError, body: ErrorBody, request: FastifyRequest, reply: FastifyReply): void {
  if (body.statusCode >= 500 && !(error instanceof OverloadError)) request.log.error(error)
  if (error instanceof RateLimitError || error instanceof OverloadError)
    reply.header(RETRY_AFTER_HEADER, error.retryAfter)
  // The rest of the body is not awaited. Source: RFC 9110, 15.5.9
  if (body.statusCode === 408) reply.header('connection', 'close')
  reply.code(body.statusCode).header('cache-control', 'no-store').send(body)
}

function toErrorBody(error: FastifyError): ErrorBody {
  if (error instanceof AppError) return createErrorBody(error.code, error.message)
  if (error.validation) return createErrorBody('INVALID_INPUT', describeFirstIssue(error))
  if (UNSTORABLE_VALUE.has(sqlState(error) ?? '')) return createErrorBody('INVALID_INPUT')
  if (STORAGE_FULL.has(sqlState(error) ?? '')) return createErrorBody('UNAVAILABLE', STORAGE_FULL_MESSAGE)
  if (isDatabaseUnavailable(error)) return createErrorBody('UNAVAILABLE')
  return createErrorBody(toErrorCode(error.statusCode))
}

/** Returns the code for the status of Fastify's own errors. Source: https://fastify.dev/docs/latest/Reference/Errors/ */
function toErrorCode(status: number | undefined): ErrorCode {
  if (status === 413) return 'TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return status !== undefined && status >= 400 && status < 500 ? 'INVALID_INPUT' : 'INTERNAL'
}

/** Returns `price: must be a number`. */
function describeFirstIssue(error: FastifyError): string {
  const issue = error.validation?.[0]
  const field = issue?.instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'body')
  return `${field}: ${issue?.message ?? 'is not valid'}`
}

const NETWORK_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** Messages of pg's time-out, of a broken connection and of a closed pool, which have no code. */
const UNAVAILABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after)/

/** SQLSTATE classes 08 (connection), 53 (no connection, disk or memory left) and 57 (shutdown). Source: PostgreSQL, appendix A */
function isDatabaseUnavailable(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const state = sqlState(error) ?? ''
  if (/^(08|53|57)/.test(state) || NETWORK_ERRORS.has(state)) return true
  // The socket of the embedded database is away while PostgreSQL starts again.
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect') return true
  return cause instanceof Error && UNAVAILABLE_MESSAGE.test(cause.message)
}

/** Fastify's log of requests: none, but the errors that end a response that has begun, which its option leaves out as well. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error(error)
  }
}
