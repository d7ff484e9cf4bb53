import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { systemContext } from '#server/parts.ts'
import { makeClass } from '../../demo/factories.ts'
import { booksOf, seatsOf } from '../../tests/orders.ts'
import { intentIn } from '../../tests/paying.ts'
import { openTestSchool, ownDatabase, type TestSchool } from '../../tests/school.ts'
import { openStripeStandIn, type StripeStandIn } from '../../tests/stripe-stand-in.ts'
import type { Trouble } from '../../tests/troubled-proxy.ts'
import { codeOf } from '../../tests/visitor.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

let provider: StripeStandIn
let school: TestSchool
beforeAll(async () => {
  provider = await openStripeStandIn(await ownDatabase())
  school = await openTestSchool(provider.settings)
  provider.proxy.slowMs = 300
  provider.deliver(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await school.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body })).statusCode
  })
})
afterAll(async () => {
  await school.close()
  await provider.close()
})

/** What a call says while the provider gives trouble; null where it succeeds all the same. */
async function troubled(trouble: Trouble, call: () => Promise<unknown>): Promise<string | null> {
  provider.proxy.trouble = trouble
  try {
    await call()
    return null
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  } finally {
    provider.proxy.trouble = null
  }
}

const LONG = { timeout: 60_000 }

describe.each<[Trouble, string | null]>([
  ['away', 'PROVIDER_UNAVAILABLE'],
  ['error', 'PROVIDER_UNAVAILABLE'],
  ['lost', 'PROVIDER_UNAVAILABLE'],
  ['twice', null],
  ['slow', null],
])('a provider whose trouble is "%s"', (trouble, says) => {
  it(
    'takes no money for nothing and no price twice, whatever is going on; a second try comes through',
    LONG,
    async () => {
      const student = await school.signedIn('student')
      const { email } = student.user
      const chosen = await makeClass(school.parts.db, { seats: 1 })
      const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
      const begin = () => student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
      expect(await troubled(trouble, begin)).toBe(says)
      const [attempt] = await school.parts.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
      // A refusal would be repeated to the same attempt; an answer that was lost may still be had.
      expect(attempt?.status).toBe(trouble === 'error' ? 'released' : 'open')
      const { clientSecret } = await begin()
      provider.notices = 'lost'
      expect(await provider.confirm(clientSecret)).toBe(200)
      const body = { transactionId: intentIn(clientSecret) }
      const record = () => student.call(api.recordPayment, { body })
      expect(await troubled(trouble, record)).toBe(says)
      await record()
      provider.notices = 'on'
      expect(await seatsOf(school, chosen)).toEqual({ seats: 0, enroll: 1 })
      const [payment] = await student.call(api.listPayments, { query: { email } })
      await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
      provider.proxy.trouble = trouble
      await school.work()
      provider.proxy.trouble = null
      for (let round = 0; round < 2; round++) await school.work()
      expect(await student.call(api.listPayments, { query: { email } })).toMatchObject([{ refund: { status: 'done' } }])
      const { data } = await provider.stripe.refunds.list({ payment_intent: body.transactionId })
      expect(data.map(({ amount }) => amount)).toEqual([4999])
      expect(await seatsOf(school, chosen)).toEqual({ seats: 1, enroll: 0 })
      expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
    },
  )
})

describe('a provider that is away for a while', () => {
  it(
    'keeps the seat of a hold that has run out, and the money of a closed browser is found when it is back',
    LONG,
    async () => {
      const chosen = await makeClass(school.parts.db, { seats: 2 })
      const [paid, idle, third] = [1, 2, 3].map(() => school.signedIn('student'))
      const begin = async (who: typeof paid) => {
        const student = await who
        if (!student) throw new Error('nobody')
        const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
        return student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
      }
      const { clientSecret } = await begin(paid)
      await begin(idle)
      provider.notices = 'lost'
      await provider.confirm(clientSecret)
      await school.parts.db
        .update(attempts)
        .set({ heldUntil: Date.now() - 1, createdAt: Date.now() - 120_000 })
        .where(eq(attempts.classId, chosen.id))
      provider.proxy.trouble = 'away'
      await expect(reconcile(systemContext(school.parts))).rejects.toThrow('could not be asked about')
      expect(await codeOf(begin(third))).toBe('SEATS_HELD')
      provider.proxy.trouble = null
      provider.notices = 'on'
      await reconcile(systemContext(school.parts))
      expect(await seatsOf(school, chosen)).toEqual({ seats: 1, enroll: 1 })
      expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
    },
  )
})
