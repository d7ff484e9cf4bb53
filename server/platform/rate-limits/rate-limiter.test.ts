import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { RateLimitError } from '#server/platform/app-error.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { toNetwork } from './rate-limiter.ts'
import { rateLimits } from './rate-limits.table.ts'

const TWICE = { max: 2, minutes: 10 }

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

const count = (who = '203.0.113.7', what = 'signing in') => application.rateLimiter.count(what, who, TWICE)
const rejected = async () => (await count().catch((error: unknown) => error)) as RateLimitError

/** Advances the clock by minutes. */
function wait(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('a rate limit', () => {
  it('allows its number of attempts, and returns the time until the next', async () => {
    await count()
    await count()
    const { code, message, retryAfter } = await rejected()
    expect(code).toBe('TOO_MANY_REQUESTS')
    expect(message).toBe('Too many attempts. Try again in 10 minutes.')
    expect(retryAfter).toBeGreaterThan(590)
    expect(retryAfter).toBeLessThanOrEqual(600)
  })

  it('ends after its period, however many attempts were rejected', async () => {
    await count()
    await count()
    wait(9)
    await rejected()
    wait(2)
    await count()
    await count()
    expect(await rejected()).toBeInstanceOf(RateLimitError)
  })

  it('counts each subject and each action separately', async () => {
    await count()
    await count()
    await count('203.0.113.8')
    await count('203.0.113.7', 'registering')
    expect(await rejected()).toBeInstanceOf(RateLimitError)
  })

  it('allows no more when all attempts are concurrent', async () => {
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => count()))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('stores no IP, and deletes expired rows when another period begins', async () => {
    await count()
    const [row] = await application.services.db.select().from(rateLimits)
    expect(row?.who).toMatch(/^[\w-]{43}$/)
    wait(11)
    await count('203.0.113.8')
    expect((await application.services.db.select().from(rateLimits)).map(({ who }) => who)).not.toContain(row?.who)
  })
})

describe('the network of a visitor', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:203:3:4:5:6', '2001:db8:1:200::'],
    ['2001:DB8:1:2ff::', '2001:db8:1:200::'],
    ['2001:db8:1:300::', '2001:db8:1:300::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
  ])('with the IP %s is %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })
})
