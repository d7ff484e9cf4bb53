import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../demo/factories.ts'
import { beginPaying, DECLINED_CARD, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { openStripeStandIn, type StripeStandIn } from '../../tests/stripe-stand-in.ts'
import { codeOf } from '../../tests/visitor.ts'

let standIn: StripeStandIn
let school: TestSchool
beforeAll(async () => {
  standIn = await openStripeStandIn()
  school = await openTestSchool(standIn.settings)
  standIn.deliver(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await school.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body })).statusCode
  })
})
beforeEach(() => {
  standIn.proxy.trouble = null
  standIn.notices = 'on'
})
afterAll(async () => {
  await school.close()
  await standIn.close()
})

async function buyer() {
  const student = await school.signedIn('student')
  const { email } = student.user
  const chosen = await makeClass(school.parts.db)
  const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
  const begin = () => student.call(api.createPaymentIntent, { body: { price: chosen.priceMinor / 100, cartId } })
  const record = (clientSecret: string) =>
    student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
  const status = async () => (await student.call(api.listPayments, { query: { email } }))[0]?.status
  const intents = async () => {
    const ids: string[] = []
    for await (const { id, metadata } of standIn.stripe.paymentIntents.list({ limit: 100 })) {
      if (metadata.cartId === cartId) ids.push(id)
    }
    return ids
  }
  return { begin, record, status, intents }
}

describe('a school that takes cards by Stripe', () => {
  it('has no sandbox of its own, and reaches the provider by the settings alone', async () => {
    expect(school.parts.sandbox).toBeNull()
    const student = await school.signedIn('student')
    const { clientSecret } = await beginPaying(student, await makeClass(school.parts.db))
    const intent = await standIn.stripe.paymentIntents.retrieve(intentIn(clientSecret))
    expect(intent).toMatchObject({ client_secret: clientSecret, amount: 4999, receipt_email: student.user.email })
    expect(standIn.proxy.seen).toContain('POST /v1/payment_intents')
  })

  it('records what was paid there, and believes its signed notices', async () => {
    const { begin, record, status } = await buyer()
    const { clientSecret } = await begin()
    expect(await standIn.confirm(clientSecret, DECLINED_CARD)).toBe(402)
    expect(await codeOf(record(clientSecret))).toBe('NOT_PAID')
    expect(await standIn.confirm(clientSecret)).toBe(200)
    await record(clientSecret)
    await expect.poll(status, { timeout: 10_000 }).toBe('paid')
  })

  it('takes a notice that comes twice, and one that comes late', async () => {
    standIn.notices = 'held'
    const { begin, record, status } = await buyer()
    const { clientSecret } = await begin()
    await standIn.confirm(clientSecret)
    await record(clientSecret)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await status()).toBe('pending')
    standIn.notices = 'twice'
    await expect.poll(status, { timeout: 10_000 }).toBe('paid')
  })
})

describe('trouble on the way to the provider', () => {
  it.each(['away', 'error'] as const)('%s: nothing is begun, and the next try works', async (trouble) => {
    const { begin, intents } = await buyer()
    standIn.proxy.trouble = trouble
    expect(await codeOf(begin())).toBe('PROVIDER_UNAVAILABLE')
    expect(await intents()).toEqual([])
    standIn.proxy.trouble = null
    await begin()
    expect(await intents()).toHaveLength(1)
  })

  it.each(['lost', 'twice'] as const)('%s answers do not begin a second intent', async (trouble) => {
    const { begin, intents } = await buyer()
    standIn.proxy.trouble = trouble
    await begin().catch(() => {})
    standIn.proxy.trouble = null
    const { clientSecret } = await begin()
    expect(await intents()).toEqual([intentIn(clientSecret)])
  })

  it('slow answers are waited for, and trouble may be at one address alone', async () => {
    const { begin } = await buyer()
    standIn.proxy.trouble = 'slow'
    standIn.proxy.slowMs = 400
    const from = Date.now()
    await begin()
    expect(Date.now() - from).toBeGreaterThanOrEqual(400)
    standIn.proxy.trouble = 'away'
    standIn.proxy.troubleAt = /refunds/
    await begin()
    standIn.proxy.troubleAt = /./
  })
})
