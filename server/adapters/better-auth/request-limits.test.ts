import { afterEach, describe, expect, it, vi } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'

const PER_MINUTE = 20

const application = openForThisFile()
afterEach(() => void vi.useRealTimers())

/** Requests passwords for unknown addresses from one network, with a pause after each. Returns the status codes. */
async function requestOften(ip: string, pauseMs: number, times: number): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const visitor = new Member(application, `unknown-${n}@example.test`, ip)
    const { statusCode } = await visitor.identify('request-password-reset', { email: visitor.email })
    statuses.push(statusCode)
    vi.setSystemTime(Date.now() + pauseMs)
  }
  return statuses
}

const accept = (times: number) => Array<number>(times).fill(200)

describe('requests of one network to the identity provider', () => {
  it('are refused beyond the limit of a minute, and accepted after it', async () => {
    const statuses = await requestOften('203.0.113.40', 0, PER_MINUTE + 2)
    expect(statuses).toEqual([...accept(PER_MINUTE), 429, 429])
    vi.setSystemTime(Date.now() + 60_000)
    expect(await requestOften('203.0.113.40', 0, 1)).toEqual([200])
  })

  it('are accepted within the limit, however long they go on', async () => {
    const times = 2 * PER_MINUTE
    expect(await requestOften('203.0.113.41', 4_000, times)).toEqual(accept(times))
  })
})
