/** The security events of the log: one line each, with ids only. docs/operations.md lists them for alerts. */
import type { FastifyBaseLogger } from 'fastify'

/** The vocabulary of the field `event`, with the level of each. An expired token causes `unauthenticated` too, so it is no warning. */
export const SECURITY_EVENTS = {
  'sign-in': 'info',
  'sign-in-refused': 'warn',
  're-authentication': 'info',
  registration: 'info',
  'sign-out': 'info',
  'sessions-ended': 'info',
  'password-changed': 'info',
  'second-factor-changed': 'info',
  'sign-in-method-added': 'info',
  'sign-in-method-removed': 'info',
  unauthenticated: 'info',
  'access-refused': 'warn',
  'rate-limited': 'warn',
} as const

export type SecurityEvent = keyof typeof SECURITY_EVENTS

/** The user of an event, as far as it is known. */
export interface Subject {
  /** The id of the user record. */
  user?: string | null
  /** The identity provider's id of the account. */
  identity?: string | null
}

/** The fields of an event. None may have an e-mail address, an IP address or a token. */
export interface SecurityFields extends Subject {
  /** `password`, `code`, `recovery code`, or the id of a sign-in provider. */
  by?: string
  /** The code of a refusal. */
  code?: string
  /** The HTTP method and the pattern of a refused request's path. */
  method?: string
  route?: string | undefined
  /** Change of the second factor. */
  change?: string
  /** The number of ended sessions. */
  sessions?: number
}

/** A request and its response, as far as a refusal needs them. */
interface RefusedRequest {
  method: string
  routeOptions: { url?: string | undefined }
}

/** Lines of one event about one subject in a minute. The rest are counted. */
const MAX_LINES = 5
const WINDOW_MS = 60_000

/** Subjects that are counted apart in a minute. Further ones share one count per event, so that memory stays bounded. */
const MAX_SUBJECTS = 1000

interface Count extends Subject {
  event: SecurityEvent
  times: number
}

const REFUSALS: Record<number, SecurityEvent> = { 401: 'unauthenticated', 403: 'access-refused', 429: 'rate-limited' }

export class SecurityLog {
  readonly #log: FastifyBaseLogger
  readonly #counts = new Map<string, Count>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Logs an event. After five about the same subject it only counts them, and logs the number at the end of the minute. */
  record(event: SecurityEvent, fields: SecurityFields): void {
    const { times } = this.#count(event, fields)
    if (times <= MAX_LINES) this.#log[SECURITY_EVENTS[event]]({ event, ...fields }, event)
  }

  /** Logs a response with status 401, 403 or 429, and ignores others. */
  recordRefusal(
    { method, routeOptions }: RefusedRequest,
    { statusCode, code }: { statusCode: number; code: string },
    subject: Subject | null,
  ): void {
    const event = REFUSALS[statusCode]
    if (event) this.record(event, { ...subject, method, route: routeOptions.url, code })
  }

  /** Logs the events that were only counted, and begins to count again. The application calls it when it closes. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { times, event, user, identity } of this.#counts.values()) {
      const suppressed = times - MAX_LINES
      if (suppressed > 0) this.#log[SECURITY_EVENTS[event]]({ event, user, identity, suppressed }, event)
    }
    this.#counts.clear()
  }

  #count(event: SecurityEvent, { user, identity }: Subject): Count {
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref()
    const isFull = this.#counts.size >= MAX_SUBJECTS
    const ownKey = `${event} ${user ?? ''} ${identity ?? ''}`
    const isShared = isFull && !this.#counts.has(ownKey)
    const key = isShared ? `${event} of others` : ownKey
    const count = this.#counts.get(key) ?? { event, times: 0, ...(isShared ? {} : { user, identity }) }
    count.times += 1
    this.#counts.set(key, count)
    return count
  }
}
