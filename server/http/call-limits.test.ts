import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { openForThisFile } from '../../testing/application.ts'
import { Visitor } from '../../testing/visitor.ts'

const { max } = api.emailStudents.rateLimit ?? { max: 0 }

const application = openForThisFile()
beforeEach(async () => void (await application.services.db.delete(rateLimits)))

/** Returns a function that makes a limited call as a new instructor, and returns its status. */
async function createCaller(): Promise<(ip: string) => Promise<number>> {
  const { user } = await application.signedIn('instructor')
  const token = await application.tokens.issue(user.id, Date.now())
  const body = { subject: 'Hello', text: 'Text' }
  return async (ip) => {
    const caller = new Visitor(application.app, token, ip)
    return (await caller.request('POST', `/api/class/${randomUUID()}/message`, { body })).statusCode
  }
}

describe('the limit of a call', () => {
  it('is counted for the account, from however many networks it calls', async () => {
    const call = await createCaller()
    for (let network = 0; network < max; network++) expect(await call(`2001:db8:${network}::1`)).toBe(404)
    expect(await call('2001:db8:ffff::1')).toBe(429)
  })

  it('of one account does not refuse the others in its network', async () => {
    const [one, other] = [await createCaller(), await createCaller()]
    for (let time = 0; time < max; time++) await one('203.0.113.7')
    expect(await one('203.0.113.7')).toBe(429)
    expect(await other('203.0.113.7')).toBe(404)
  })

  it('ends for a network whose accounts have used up ten of them', async () => {
    const callers = await Promise.all(Array.from({ length: 11 }, createCaller))
    for (const call of callers.slice(0, 10)) {
      for (let time = 0; time < max; time++) expect(await call(`2001:db8:1:2${time % 10}0::1`)).toBe(404)
    }
    expect(await callers[10]?.('2001:db8:1:2ff::1')).toBe(429)
    expect(await callers[10]?.('2001:db8:1:300::1')).toBe(404)
  })

  it('without an account is counted for the network: a /56 of IPv6, and one address of IPv4 in either spelling', async () => {
    const { max: times } = api.subscribeToNewsletter.rateLimit ?? { max: 0 }
    const subscribe = async (ip: string) => {
      const body = { email: `${randomUUID()}@example.test` }
      return (await new Visitor(application.app, undefined, ip).request('POST', '/api/newsletter', { body })).statusCode
    }
    const toSubnet = (number: number) => (0x200 + number).toString(16)
    for (let time = 0; time < times; time++) expect(await subscribe(`2001:db8:1:${toSubnet(time)}::1`)).toBe(200)
    expect(await subscribe('2001:db8:1:2ff:ffff::1')).toBe(429)
    expect(await subscribe('2001:db8:1:300::1')).toBe(200)
    for (let time = 0; time < times; time++) expect(await subscribe('203.0.113.7')).toBe(200)
    expect(await subscribe('::ffff:203.0.113.7')).toBe(429)
  })

  it('of adding and of changing dates, each of which e-mails students, is counted per account', async () => {
    const instructor = await application.signedIn('instructor')
    const other = await application.signedIn('instructor')
    for (const [method, path] of [
      ['POST', `/api/class/${randomUUID()}/run`],
      ['PATCH', `/api/run/${randomUUID()}`],
    ] as const) {
      const request = (caller: Visitor) => caller.request(method, path, { body: { seats: 5 } })
      expect((await request(instructor)).statusCode).toBe(404)
      await application.services.db.update(rateLimits).set({ times: 120 })
      const refused = await request(instructor)
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
      expect((await request(other)).statusCode).toBe(404)
    }
  })
})
