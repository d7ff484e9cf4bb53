import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { school } from '#server/domains/school/school.table.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { readAudit } from '../../../testing/orders.ts'
import { beginPaying, buy } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'

describe.each([
  ['jpy', 4999, 4999, '¥4,999'],
  ['usd', 4999, 49.99, '$49.99'],
  ['kwd', 4990, 4.99, 'KWD\u00a04.990'],
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
    const { cartId } = await beginPaying(student, await makeClass(application.services.db))
    await setCurrency('jpy')
    const body = { price: 4999, cartId }
    expect(await catchCode(student.call(api.createPaymentIntent, { body }))).toBe('ATTEMPT_CLOSED')
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
