/** The server's log: JSON lines without the parameters of SQL statements, which may be personal data or secrets. */
import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type Level, type Logger } from 'pino'

/**
 * Returns a logger that removes SQL parameters from the errors that it is given. A hook does it and not a serializer: Fastify replaces the
 * serializers in a request's logger, and pino copies an error's message to `msg` without one.
 */
export function createLogger(
  level: Level | 'silent',
  destination: pino.DestinationStream = pino.destination(2),
): Logger {
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(args, method) {
      const [first, ...rest] = args
      method.apply(this, [redactErrors(first), ...rest] as Parameters<pino.LogFn>)
    },
  }
  return pino({ level, hooks, redact: HEADERS }, destination)
}

/** Headers of a request have tokens and cookies. Libraries log them at the level `trace`. */
const HEADERS = ['headers', '*.headers']

/** Redacts a logged error, or the errors among the fields of a logged object. */
function redactErrors(value: unknown): unknown {
  if (value instanceof Error) return redactError(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, redact(field)]))
}

const redact = (value: unknown) => (value instanceof Error ? redactError(value) : value)

/** The fields of an error that say what failed and contain no data. */
const LOGGED_FIELDS = [
  'code',
  'statusCode',
  'type',
  'severity',
  'table',
  'column',
  'constraint',
  'responseCode',
] as const

/** Returns a copy of an error without SQL parameters, in its message, stack, fields and causes. */
export function redactError(error: Error): Error {
  const message = redactMessage(error)
  const copy: Error = Object.create(Object.getPrototypeOf(error))
  // Defined and not assigned: a time-out is a DOMException, whose `code` has no setter.
  for (const name of LOGGED_FIELDS)
    if (name in error) Object.defineProperty(copy, name, { value: error[name as keyof Error], enumerable: true })
  const stack = error.stack?.replace(error.message, () => message)
  const hidden = { name: error.name, message, stack, cause: redact(error.cause) }
  for (const [name, value] of Object.entries(hidden)) Object.defineProperty(copy, name, { value, configurable: true })
  if (error instanceof AggregateError) Object.defineProperty(copy, 'errors', { value: error.errors.map(redact) })
  return copy
}

/** PostgreSQL's data exceptions (class 22) quote the value. Source: PostgreSQL, appendix A */
function redactMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`
  const isDataException = 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code))
  return isDataException ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message
}
