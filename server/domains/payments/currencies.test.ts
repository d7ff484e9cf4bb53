import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import { checkClassPrice } from '#contract/class-price.ts'
import { CURRENCIES, readCurrency } from '#contract/values/currency.ts'
import { maximumCharge, minimumCharge, toMajor, toProviderAmount } from '#contract/values/money.ts'
import { school } from '#server/domains/school/school.table.ts'
import { makeClass } from '../../../demo/factories.ts'
import {
  createDatabase,
  openForThisTest,
  openTestApplication,
  type TestApplication,
} from '../../../testing/application.ts'
import { openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, FAILING_REFUND_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'

describe.each([
  ['jpy', 4999, 4999, '¥4,999'],
  ['usd', 4999, 49.99, '$49.99'],
  ['kwd', 4990, 4.99, 'KWD\u00a04.990'],
  ['isk', 4999, 4999, 'ISK\u00a04,999'],
  ['ugx', 150_000, 150_000, 'UGX\u00a0150,000'],
  ['idr', 999_999_999_999, 9_999_999_999.99, 'IDR\u00a09,999,999,999.99'],
])('a school with prices in %s', (currency, minor, major, formatted) => {
  let application: TestApplication
  beforeAll(async () => {
    application = await openTestApplication({ CURRENCY: currency })
  })
  afterAll(() => application.close())

  it('charges, shows and refunds the exact amount', async () => {
    const student = await application.signedIn('student')
    const query = { email: student.user.email }
    const chosen = await makeClass(application.services.db, { listPriceMinor: minor })
    const other = await makeClass(application.services.db, { listPriceMinor: minor })
    expect((await application.visitor.call(api.getClass, { params: { id: chosen.id } })).price).toBe(major)
    const transactionId = await buy(student, chosen, currency)
    const intent = await application.services.cards.getIntent(transactionId)
    expect(intent).toMatchObject({ amountMinor: minor, currency })
    const [payment] = await student.call(api.listPayments, { query })
    expect(payment).toMatchObject({ price: major, currency })
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: other.id } })
    const tooPrecise = student.call(api.createPaymentIntent, { body: { price: major + 0.0001, cartId } })
    expect(await catchError(tooPrecise)).toMatchObject({
      code: 'PRICE_CHANGED',
      message: expect.stringContaining(formatted),
    })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await application.runJobs()
    expect(await application.services.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: minor })
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === query.email)
    expect(email?.text).toContain(formatted)
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })
})

describe('every currency that the card provider takes', () => {
  let application: TestApplication
  beforeAll(async () => {
    application = await openTestApplication()
  })
  afterAll(() => application.close())

  const readStripe = () => {
    if (!application.sandbox) throw new Error('The test application has no sandbox.')
    return application.sandbox.stripe
  }

  /** The provider's charge for a price, by its documentation and not by our table. */
  const toCharge = (major: number, currency: string) => {
    if (/^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/.test(currency)) return major
    return Math.round(major * (/^(bhd|jod|kwd|omr|tnd)$/.test(currency) ? 1000 : 100))
  }

  it('is charged and refunded as it is shown, and found by the audit as correct', { timeout: 60_000 }, async () => {
    const { db } = application.services
    const student = await application.signedIn('student')
    const prices = new Map<string, { price: number; currency: string }>()
    for (const currency of listSamples()) {
      await db.update(school).set({ currency })
      await application.services.school.refresh()
      const [listPriceMinor = 0] = fc.sample(chargeable(currency), 1)
      const price = toMajor(listPriceMinor, currency)
      const transactionId = await buy(student, await makeClass(db, { listPriceMinor }), currency)
      const { amount } = await readStripe().paymentIntents.retrieve(transactionId)
      expect([currency, amount]).toEqual([currency, toCharge(price, currency)])
      prices.set(transactionId, { price, currency })
    }
    const list = () => student.call(api.listPayments, { query: { email: student.user.email } })
    for (const { _id: id, transactionId, price, currency } of await list()) {
      expect({ price, currency }).toEqual(prices.get(transactionId))
      await student.call(api.cancelPayment, { params: { id } })
    }
    await application.runJobs()
    expect((await list()).filter(({ refund }) => refund?.status !== 'done')).toEqual([])
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  /** Lists the currencies with rules of their own, some of those without decimals, and some ordinary ones, others in each run. */
  function listSamples(): string[] {
    const [special, plain] = [new Set<string>(), { usd: [] as string[], jpy: [] as string[] }]
    for (const [code, { decimals, multiple, digits }] of CURRENCIES) {
      if (multiple > 1 || digits > 8) special.add(code)
      else plain[decimals === 0 ? 'jpy' : 'usd'].push(code)
    }
    const sample = (codes: string[]) => fc.sample(fc.constantFrom(...codes), 3)
    return [...new Set([...special, ...sample(plain.usd), ...sample(plain.jpy), 'huf', 'twd'])]
  }

  it('has the same limits here as at the provider', { timeout: 60_000 }, async () => {
    for (const currency of listSamples()) {
      const [least, most] = [minimumCharge(currency), maximumCharge(currency)]
      const others = fc.sample(fc.integer({ min: 1, max: Math.min(most, 100_000_000) }), 2)
      for (const minor of [least - 1, least, most, most + 1, ...others].filter((value) => value > 0)) {
        const isFine = checkClassPrice(toMajor(minor, currency), currency) === null
        const amount = toProviderAmount(minor, currency)
        const intent = readStripe().paymentIntents.create({ amount, currency })
        const isTaken = await intent.then(
          () => true,
          (error: { type: string }) => error.type !== 'StripeInvalidRequestError' && Promise.reject(error),
        )
        expect([currency, minor, isTaken]).toEqual([currency, minor, isFine])
      }
    }
  })

  /** Prices that a class can have, in minor units. */
  function chargeable(currency: string) {
    const [least, most] = [minimumCharge(currency), maximumCharge(currency)]
    const range = fc.integer({ min: least, max: most })
    return fc.oneof(fc.constant(least), fc.constant(most), range).map((minor) => {
      const step = Math.max(1, readCurrency(currency).multiple / toProviderAmount(1, currency))
      return minor - (minor % step)
    })
  }
})

describe('money that was moved at the provider', () => {
  it.each([
    ['isk', 4999],
    ['ugx', 150_000],
    ['usd', 14_997],
  ])('in part is recorded in %s as it is shown', async (currency, listPriceMinor) => {
    const application = await openForThisTest({ CURRENCY: currency })
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { listPriceMinor })
    const payment_intent = await buy(student, chosen, currency)
    await application.sandbox?.stripe.refunds.create({ payment_intent, amount: 10_000 })
    const admin = await application.signedIn('admin')
    const read = async () => (await admin.call(api.findPayments, { query: {} })).map(({ refunded }) => refunded)
    await expect.poll(read).toEqual([100])
  })

  it('in whole ends the enrolment, where the provider has other units', async () => {
    const application = await openForThisTest({ CURRENCY: 'isk' })
    const student = await application.signedIn('student')
    const payment_intent = await buy(student, await makeClass(application.services.db), 'isk')
    await application.sandbox?.stripe.refunds.create({ payment_intent })
    const read = async () => (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]?.refund
    await expect.poll(read).toMatchObject({ reason: 'at_provider' })
    await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('and failed is found to have failed, where the provider has other units', async () => {
    const application = await openForThisTest({ CURRENCY: 'isk' })
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen, 'isk')
    await confirmCard(student, clientSecret, FAILING_REFUND_CARD)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const list = async () => student.call(api.listPayments, { query: { email: student.user.email } })
    const [payment] = await list()
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await application.runJobs()
    await expect.poll(async () => (await list())[0]?.refund?.status).toBe('failed')
  })
})

describe('a payment that the provider does not take', () => {
  it('is no outage: it has a sentence of its own, is logged, and holds no seat', async () => {
    const application = await openForThisTest()
    const { db } = application.services
    await db.update(school).set({ currency: 'bgn' })
    await application.services.school.refresh()
    const student = await application.signedIn('student')
    const chosen = await makeClass(db, { seats: 1 })
    const error = await catchError(beginPaying(student, chosen, 'bgn'))
    expect(error).toMatchObject({ statusCode: 500, code: 'PROVIDER_REFUSED' })
    expect(error.message).toBe("The card provider doesn't accept this payment. Contact us for help.")
    expect(application.logged.join()).toContain('Invalid currency: bgn')
    expect(await student.call(api.listHolds)).toEqual([])
  })

  it('with wrong keys is no outage either', async () => {
    const stripe = await openFakeStripe(await createDatabase())
    onTestFinished(() => stripe.close())
    const application = await openForThisTest({ ...stripe.settings, STRIPE_SECRET_KEY: 'sk_test_stranger' })
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    expect(await catchCode(beginPaying(student, chosen))).toBe('PROVIDER_REFUSED')
  })
})

describe('a school that changes its currency', () => {
  let application: TestApplication
  beforeAll(async () => {
    application = await openTestApplication()
  })
  afterAll(() => application.close())

  /** Changes it as another CURRENCY at a start does, and as no admin can: there are classes. */
  const setCurrency = async (currency: string) => {
    await application.services.db.update(school).set({ currency })
    await application.services.school.refresh()
  }

  it('ends an attempt in the earlier currency, even at the same number', async () => {
    await setCurrency('usd')
    const student = await application.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, await makeClass(application.services.db))
    await setCurrency('jpy')
    const body = { price: 4999, cartId }
    const started = await student.call(api.createPaymentIntent, { body })
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(400)
    const { cards } = application.services
    expect(await cards.getIntent(intentIn(started.clientSecret))).toMatchObject({ currency: 'jpy', amountMinor: 4999 })
    await setCurrency('usd')
  })

  it('keeps the currency of earlier payments', async () => {
    const student = await application.signedIn('student')
    await buy(student, await makeClass(application.services.db))
    await setCurrency('jpy')
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    expect(payment).toMatchObject({ price: 49.99, currency: 'usd' })
    expect(await catchCode(beginPaying(student, await makeClass(application.services.db), 'usd'))).toBe('PRICE_CHANGED')
  })
})
