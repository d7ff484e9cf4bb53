/** How often somebody may do something, counted in the database for all instances together. */
import { createHmac } from 'node:crypto'
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Limit } from '#contract/endpoint.ts'
import type { Database } from '#server/database/database.ts'
import { TooManyTries } from '#server/refusal.ts'
import { tries } from './limits.table.ts'

/** Whiles that are over are deleted as others begin, at most so many at once. */
const SWEEP = 100

export class Limits {
  readonly #db: Database
  readonly #key: Uint8Array

  /** @param key 32 bytes, of which the kept hashes are made */
  constructor(db: Database, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  /**
   * Counts one try of `what` by `who`: an address of the network, of a mailbox, whatever the limit is for. The while begins with
   * the first try; those that are refused do not make it longer.
   * @throws TooManyTries when this try is one too many
   */
  async count(what: string, who: string, { most, minutes }: Limit): Promise<void> {
    const now = Date.now()
    const begun = { times: 1, until: now + minutes * 60_000 }
    const isOver = sql`${tries.until} <= ${now}`
    const [counted] = await this.#db
      .insert(tries)
      .values({ who: this.#hash(what, who), ...begun })
      .onConflictDoUpdate({
        target: tries.who,
        set: {
          times: sql`case when ${isOver} then 1 else ${tries.times} + 1 end`,
          until: sql`case when ${isOver} then ${begun.until} else ${tries.until} end`,
        },
      })
      .returning()
    if (counted?.times === 1) await this.#sweep(now)
    if (counted && counted.times > most) throw new TooManyTries(secondsUntil(counted.until, now))
  }

  /** How often `who` has tried `what` in the while that has begun, and the seconds that are left of it. Counts nothing. */
  async soFar(what: string, who: string): Promise<{ times: number; secondsLeft: number }> {
    const now = Date.now()
    const [begun] = await this.#db
      .select()
      .from(tries)
      .where(and(eq(tries.who, this.#hash(what, who)), gt(tries.until, now)))
    return begun ? { times: begun.times, secondsLeft: secondsUntil(begun.until, now) } : { times: 0, secondsLeft: 0 }
  }

  /** Refuses whoever has had all their tries, without counting one. @throws TooManyTries */
  async refuseAfter(what: string, who: string, { most }: Limit): Promise<void> {
    const { times, secondsLeft } = await this.soFar(what, who)
    if (times >= most) throw new TooManyTries(secondsLeft)
  }

  /** Rows that another instance is counting or deleting are skipped, so that no two ever wait for each other. */
  async #sweep(now: number): Promise<void> {
    const over = this.#db
      .select({ who: tries.who })
      .from(tries)
      .where(lte(tries.until, now))
      .limit(SWEEP)
      .for('update', { skipLocked: true })
    await this.#db.delete(tries).where(inArray(tries.who, over))
  }

  #hash(what: string, who: string): string {
    return createHmac('sha256', this.#key).update(`${what}\n${who}`).digest('base64url')
  }
}

function secondsUntil(until: number, now: number): number {
  return Math.ceil((until - now) / 1000)
}

/** What counts as one visitor: an IPv4 address, or the /64 of an IPv6 one, which is what a single household is given. */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4) return ipv4
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = tail ? Math.max(0, 8 - head.length - tail.length) : 0
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().padStart(4, '0'))
    .join(':')
}
