import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { createDatabase, openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/fake-stripe.ts'
import { beginPaying, DECLINED_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'

let fakeStripe: FakeStripe
let application: TestApplication
beforeAll(async () => {
  fakeStripe = await openFakeStripe(await createDatabase())
  application = await openTestApplication(fakeStripe.settings)
  fakeStripe.deliver(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await application.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body })).statusCode
  })
})
beforeEach(() => {
  fakeStripe.proxy.fault = null
  fakeStripe.webhooks = 'on'
})
afterAll(async () => {
  await application.close()
  await fakeStripe.close()
})

async function buyer() {
  const student = await application.signedIn('student')
  const { email } = student.user
  const chosen = await makeClass(application.services.db)
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
  const begin = () => student.call(api.createPaymentIntent, { body: { price: chosen.listPriceMinor / 100, cartId } })
  const record = (clientSecret: string) =>
    student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
  const status = async () => (await student.call(api.listPayments, { query: { email } }))[0]?.status
  const intents = async () => {
    const ids: string[] = []
    for await (const { id, metadata } of fakeStripe.stripe.paymentIntents.list({ limit: 100 })) {
      if (metadata.cartId === cartId) ids.push(id)
    }
    return ids
  }
  return { begin, record, status, intents }
}

describe('an application with Stripe', () => {
  it('has no sandbox, and reaches the provider of the settings', async () => {
    expect(application.sandbox).toBeNull()
    const student = await application.signedIn('student')
    const { clientSecret } = await beginPaying(student, await makeClass(application.services.db))
    const intent = await fakeStripe.stripe.paymentIntents.retrieve(intentIn(clientSecret))
    expect(intent).toMatchObject({ client_secret: clientSecret, amount: 4999, receipt_email: student.user.email })
    expect(fakeStripe.proxy.seen).toContain('POST /v1/payment_intents')
  })

  it('records payments, and accepts signed webhook events', async () => {
    const { begin, record, status } = await buyer()
    const { clientSecret } = await begin()
    expect(await fakeStripe.confirm(clientSecret, DECLINED_CARD)).toBe(402)
    expect(await catchCode(record(clientSecret))).toBe('NOT_PAID')
    expect(await fakeStripe.confirm(clientSecret)).toBe(200)
    await record(clientSecret)
    await expect.poll(status, { timeout: 10_000 }).toBe('paid')
  })

  it('handles a webhook event that comes twice, and one that comes late', async () => {
    fakeStripe.webhooks = 'held'
    const { begin, record, status } = await buyer()
    const { clientSecret } = await begin()
    await fakeStripe.confirm(clientSecret)
    await record(clientSecret)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await status()).toBe('pending')
    fakeStripe.webhooks = 'twice'
    await expect.poll(status, { timeout: 10_000 }).toBe('paid')
  })
})

describe('a fault between the server and the provider', () => {
  it.each(['away', 'error'] as const)('%s: creates nothing, and the next attempt works', async (fault) => {
    const { begin, intents } = await buyer()
    fakeStripe.proxy.fault = fault
    expect(await catchCode(begin())).toBe('PROVIDER_UNAVAILABLE')
    expect(await intents()).toEqual([])
    fakeStripe.proxy.fault = null
    await begin()
    expect(await intents()).toHaveLength(1)
  })

  it.each(['lost', 'twice'] as const)('%s: responses do not create a second intent', async (fault) => {
    const { begin, intents } = await buyer()
    fakeStripe.proxy.fault = fault
    await begin().catch(() => {})
    fakeStripe.proxy.fault = null
    const { clientSecret } = await begin()
    expect(await intents()).toEqual([intentIn(clientSecret)])
  })

  it('reads all refunds of a payment, however many there are', async () => {
    const { begin, record } = await buyer()
    const { clientSecret } = await begin()
    await fakeStripe.confirm(clientSecret)
    await record(clientSecret)
    const payment_intent = intentIn(clientSecret)
    for (let index = 0; index < 101; index++) await fakeStripe.stripe.refunds.create({ payment_intent, amount: 1 })
    expect(await application.services.cards.listRefunds(payment_intent)).toHaveLength(101)
  })

  it('waits for slow responses, and may affect one path only', async () => {
    const { begin } = await buyer()
    fakeStripe.proxy.fault = 'slow'
    fakeStripe.proxy.slowMs = 400
    const from = Date.now()
    await begin()
    expect(Date.now() - from).toBeGreaterThanOrEqual(400)
    fakeStripe.proxy.fault = 'away'
    fakeStripe.proxy.faultAt = /refunds/
    await begin()
    fakeStripe.proxy.faultAt = /./
  })
})
