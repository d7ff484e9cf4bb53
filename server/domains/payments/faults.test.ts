import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { makeClass } from '../../../demo/factories.ts'
import { createDatabase, openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/fake-stripe.ts'
import type { Fault } from '../../../testing/fault-proxy.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

let provider: FakeStripe
let application: TestApplication
beforeAll(async () => {
  provider = await openFakeStripe(await createDatabase())
  application = await openTestApplication(provider.settings)
  provider.proxy.slowMs = 300
  provider.deliver(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await application.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body })).statusCode
  })
})
afterAll(async () => {
  await application.close()
  await provider.close()
})

/** Returns the error code of a call during a fault of the provider, or null where it succeeds. */
async function callDuring(fault: Fault, call: () => Promise<unknown>): Promise<string | null> {
  provider.proxy.fault = fault
  try {
    await call()
    return null
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  } finally {
    provider.proxy.fault = null
  }
}

const LONG = { timeout: 60_000 }

describe.each<[Fault, string | null]>([
  ['away', 'PROVIDER_UNAVAILABLE'],
  ['error', 'PROVIDER_UNAVAILABLE'],
  ['lost', 'PROVIDER_UNAVAILABLE'],
  ['twice', null],
  ['slow', null],
])('a provider with the fault "%s"', (fault, expected) => {
  it('charges once and only for a seat, and succeeds at the second attempt', LONG, async () => {
    const student = await application.signedIn('student')
    const { email } = student.user
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
    const begin = () => student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(await callDuring(fault, begin)).toBe(expected)
    const [attempt] = await application.services.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
    // The provider repeats an error response to the same attempt. A lost response can still be fetched.
    expect(attempt?.status).toBe(fault === 'error' ? 'released' : 'open')
    const { clientSecret } = await begin()
    provider.webhooks = 'lost'
    expect(await provider.confirm(clientSecret)).toBe(200)
    const body = { transactionId: intentIn(clientSecret) }
    const record = () => student.call(api.recordPayment, { body })
    expect(await callDuring(fault, record)).toBe(expected)
    await record()
    provider.webhooks = 'on'
    expect(await readSeats(application, chosen)).toEqual({ seats: 0, enroll: 1 })
    const [payment] = await student.call(api.listPayments, { query: { email } })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    provider.proxy.fault = fault
    await application.runJobs()
    provider.proxy.fault = null
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await student.call(api.listPayments, { query: { email } })).toMatchObject([{ refund: { status: 'done' } }])
    const { data } = await provider.stripe.refunds.list({ payment_intent: body.transactionId })
    expect(data.map(({ amount }) => amount)).toEqual([4999])
    expect(await readSeats(application, chosen)).toEqual({ seats: 1, enroll: 0 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })
})

describe('a provider that is unreachable for a while', () => {
  it('does not cost a held seat, nor a payment whose browser was closed', LONG, async () => {
    const chosen = await makeClass(application.services.db, { seats: 2 })
    const [paid, idle, third] = [1, 2, 3].map(() => application.signedIn('student'))
    const begin = async (pending: typeof paid) => {
      const student = await pending
      if (!student) throw new Error('The student is missing.')
      const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
      return student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    }
    const { clientSecret } = await begin(paid)
    await begin(idle)
    provider.webhooks = 'lost'
    await provider.confirm(clientSecret)
    await application.services.db
      .update(attempts)
      .set({ heldUntil: Date.now() - 1, createdAt: Date.now() - 120_000 })
      .where(eq(attempts.classId, chosen.id))
    provider.proxy.fault = 'away'
    await expect(reconcile(application.services)).rejects.toThrow('could not be reconciled')
    expect(await catchCode(begin(third))).toBe('SEATS_HELD')
    provider.proxy.fault = null
    provider.webhooks = 'on'
    await reconcile(application.services)
    expect(await readSeats(application, chosen)).toEqual({ seats: 1, enroll: 1 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })
})
