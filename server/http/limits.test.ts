import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TooManyTries } from '#server/refusal.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { tries } from './limits.table.ts'
import { networkOf } from './limits.ts'

const TWICE = { most: 2, minutes: 10 }

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())
beforeEach(async () => void (await school.parts.db.delete(tries)))

const count = (who = '203.0.113.7', what = 'knocking') => school.parts.limits.count(what, who, TWICE)
const refused = async () => (await count().catch((error: unknown) => error)) as TooManyTries

/** Lets minutes pass for whoever asks what time it is. */
function wait(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('a limit', () => {
  it('lets through as many tries as it says, and says how long the next has to wait', async () => {
    await count()
    await count()
    const { code, retryAfter } = await refused()
    expect(code).toBe('TOO_MANY_REQUESTS')
    expect(retryAfter).toBeGreaterThan(590)
    expect(retryAfter).toBeLessThanOrEqual(600)
  })

  it('is over when its time is, however often it was tried meanwhile', async () => {
    await count()
    await count()
    wait(9)
    await refused()
    wait(2)
    await count()
    await count()
    expect(await refused()).toBeInstanceOf(TooManyTries)
  })

  it('counts each visitor and each thing on its own', async () => {
    await count()
    await count()
    await count('203.0.113.8')
    await count('203.0.113.7', 'ringing')
    expect(await refused()).toBeInstanceOf(TooManyTries)
  })

  it('lets no more through when all come at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => count()))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('keeps no address, and what is over is gone when somebody else begins', async () => {
    await count()
    const [kept] = await school.parts.db.select().from(tries)
    expect(kept?.who).toMatch(/^[\w-]{43}$/)
    wait(11)
    await count('203.0.113.8')
    expect((await school.parts.db.select().from(tries)).map(({ who }) => who)).not.toContain(kept?.who)
  })
})

describe('one visitor', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002'],
    ['2001:DB8:1:2::', '2001:0db8:0001:0002'],
    ['2001:db8::1', '2001:0db8:0000:0000'],
    ['::1', '0000:0000:0000:0000'],
  ])('is for %s whoever comes from %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
