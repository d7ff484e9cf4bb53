/** Limits how often something may be attempted. The database counts for all instances together. */
import { createHmac } from 'node:crypto'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { RateLimit } from '#contract/endpoint.ts'
import { RateLimitError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { rateLimits } from './rate-limits.table.ts'

/** Expired periods deleted at once, when a new one begins. */
const SWEEP_ROWS = 100

export class RateLimiter {
  readonly #db: Database
  readonly #key: Uint8Array

  /** @param key 32 bytes, for the hashes in the database */
  constructor(db: Database, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /**
   * Counts one attempt at an action by a subject, such as a network or an e-mail address. The period begins with the first
   * attempt, and rejected attempts do not extend it.
   * @throws RateLimitError when this attempt exceeds the limit
   */
  async count(action: string, subject: string, { max, minutes }: RateLimit): Promise<void> {
    const now = Date.now()
    const first = { times: 1, until: now + minutes * 60_000 }
    const isExpired = sql`${rateLimits.until} <= ${now}`
    const [current] = await this.#db
      .insert(rateLimits)
      .values({ who: this.#hash(action, subject), ...first })
      .onConflictDoUpdate({
        target: rateLimits.who,
        set: {
          times: sql`case when ${isExpired} then 1 else ${rateLimits.times} + 1 end`,
          until: sql`case when ${isExpired} then ${first.until} else ${rateLimits.until} end`,
        },
      })
      .returning()
    if (current?.times === 1) await this.#sweep(now)
    if (current && current.times > max) throw new RateLimitError(secondsUntil(current.until, now))
  }

  /** Takes back an attempt that was counted. */
  async takeBack(action: string, subject: string): Promise<void> {
    await this.#db
      .update(rateLimits)
      .set({ times: sql`greatest(0, ${rateLimits.times} - 1)` })
      .where(eq(rateLimits.who, this.#hash(action, subject)))
  }

  /** Returns the attempts of the current period, and the seconds until its end. Counts nothing. */
  async readCount(action: string, subject: string): Promise<{ times: number; secondsLeft: number }> {
    const now = Date.now()
    const [current] = await this.#db
      .select()
      .from(rateLimits)
      .where(and(eq(rateLimits.who, this.#hash(action, subject)), gt(rateLimits.until, now)))
    if (!current) return { times: 0, secondsLeft: 0 }
    return { times: current.times, secondsLeft: secondsUntil(current.until, now) }
  }

  /** Checks a limit without counting an attempt. @throws RateLimitError when it is used up */
  async check(action: string, subject: string, { max }: RateLimit): Promise<void> {
    const { times, secondsLeft } = await this.readCount(action, subject)
    if (times >= max) throw new RateLimitError(secondsLeft)
  }

  /** Deletes expired periods. It skips rows that another instance has locked, so that no instance waits for another. */
  async #sweep(now: number): Promise<void> {
    const expired = this.#db
      .select({ who: rateLimits.who })
      .from(rateLimits)
      .where(lte(rateLimits.until, now))
      .limit(SWEEP_ROWS)
      .for('update', { skipLocked: true })
    await this.#db.delete(rateLimits).where(inArray(rateLimits.who, expired))
  }

  #hash(action: string, subject: string): string {
    return createHmac('sha256', this.#key).update(`${action}\n${subject}`).digest('base64url')
  }
}

function secondsUntil(until: number, now: number): number {
  return Math.ceil((until - now) / 1000)
}

/** The bits of an IPv6 address that are the same in one household. Source: RFC 6177 */
export const IPV6_PREFIX = 56

/** Returns the network of one visitor: an IPv4 address, or the first bits of an IPv6 address. */
export function toNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  // Maps an IPv4 address in IPv6 notation to IPv4.
  const parsed = ipaddr.process(ip)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX}`).toString()
}
