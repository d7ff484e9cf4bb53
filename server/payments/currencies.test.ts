import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../demo/factories.ts'
import { booksOf } from '../../tests/orders.ts'
import { beginPaying, buy } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf, refusalOf } from '../../tests/visitor.ts'

describe.each([
  ['jpy', 4999, 4999, '¥4,999'],
  ['usd', 4999, 49.99, '$49.99'],
  ['kwd', 4990, 4.99, 'KWD\u00a04.990'],
])('a school that reckons in %s', (currency, minor, major, words) => {
  let school: TestSchool
  beforeAll(async () => {
    school = await openTestSchool({ CURRENCY: currency })
  })
  afterAll(() => school.close())

  it('takes, shows and sends back the same sum to the last unit', async () => {
    const student = await school.signedIn('student')
    const query = { email: student.user.email }
    const chosen = await makeClass(school.parts.db, { priceMinor: minor })
    const other = await makeClass(school.parts.db, { priceMinor: minor })
    expect((await school.visitor.call(api.getClass, { params: { id: chosen.id } })).price).toBe(major)
    const transactionId = await buy(student, chosen, currency)
    const intent = await school.parts.cards.getIntent(transactionId)
    expect(intent).toMatchObject({ amountMinor: minor, currency })
    const [payment] = await student.call(api.listPayments, { query })
    expect(payment).toMatchObject({ price: major, currency })
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: other.id } })
    const tooFine = student.call(api.createPaymentIntent, { body: { price: major + 0.0001, cartId } })
    expect(await refusalOf(tooFine)).toMatchObject({ code: 'PRICE_CHANGED', message: expect.stringContaining(words) })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    await school.work()
    expect(await school.parts.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: minor })
    const [letter] = (await school.mails()).filter(({ to }) => to?.[0]?.address === query.email)
    expect(letter?.text).toContain(words)
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })
})

describe('a school that reckons in another currency than before', () => {
  let school: TestSchool
  beforeAll(async () => {
    school = await openTestSchool()
  })
  afterAll(() => school.close())

  it('leaves every payment the currency of its day', async () => {
    const student = await school.signedIn('student')
    await buy(student, await makeClass(school.parts.db))
    school.parts.settings.currency = 'jpy'
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    expect(payment).toMatchObject({ price: 49.99, currency: 'usd' })
    expect(await codeOf(beginPaying(student, await makeClass(school.parts.db), 'usd'))).toBe('PRICE_CHANGED')
  })
})
