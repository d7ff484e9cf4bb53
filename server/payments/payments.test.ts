import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../demo/factories.ts'
import { seatsOf, until } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, DECLINED_CARD, intentIn, POOR_CARD } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

describe('a student who pays', () => {
  it('is enrolled: one seat less, one enrolment more, the cart empty, the payment in the history', async () => {
    const student = await school.signedIn('student')
    const { email } = student.user
    const chosen = await makeClass(school.parts.db, { seats: 3, name: 'Storm Light', priceMinor: 17550 })
    const transactionId = await buy(student, chosen)
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 1 })
    expect(await student.call(api.listCart, { query: { email } })).toEqual([])
    expect(await student.call(api.listEnrolledClasses, { query: { email } })).toMatchObject([
      { classId: chosen.id, className: 'Storm Light', seats: 2, enroll: 1 },
    ])
    expect(await student.call(api.listPayments, { query: { email } })).toMatchObject([
      { className: 'Storm Light', price: 175.5, transactionId, email, classId: chosen.id },
    ])
  })

  it('sees the payment turn from pending to paid when the provider’s own notice arrives', async () => {
    const student = await school.signedIn('student')
    await buy(student, await makeClass(school.parts.db))
    const status = async () =>
      (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]?.status
    await until(async () => (await status()) === 'paid')
  })

  it('is enrolled by the notice alone when the browser never comes back', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const enrolled = () => student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    await until(async () => (await enrolled()).length === 1)
  })

  it('gets the same payment however often the browser reports it, also at once', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const body = { transactionId: intentIn(clientSecret) }
    const answers = await Promise.all([1, 2, 3].map(() => student.call(api.recordPayment, { body })))
    expect(new Set(answers.map((answer) => answer.paymentResult.insertedId)).size).toBe(1)
    expect(await seatsOf(school, chosen)).toEqual({ seats: 9, enroll: 1 })
  })

  it.each([
    ['declined', DECLINED_CARD, 'Your card was declined.'],
    ['short of money', POOR_CARD, 'Your card has insufficient funds.'],
  ])('loses nothing by a card that is %s, and may use another', async (_, card, message) => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    const refused = await confirmCard(student, clientSecret, card)
    expect(refused.statusCode).toBe(402)
    expect(refused.json().error.message).toBe(message)
    const body = { transactionId: intentIn(clientSecret) }
    expect(await codeOf(student.call(api.recordPayment, { body }))).toBe('NOT_PAID')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toHaveLength(1)
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
    await student.call(api.recordPayment, { body })
    expect(await seatsOf(school, chosen)).toEqual({ seats: 9, enroll: 1 })
  })
})

describe('reporting a payment', () => {
  it('finds no transaction of somebody else, and leaves it to its owner', async () => {
    const [student, other] = [await school.signedIn('student'), await school.signedIn('student')]
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const body = { transactionId: intentIn(clientSecret) }
    expect(await codeOf(other.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
    expect(await student.call(api.recordPayment, { body })).toHaveProperty('paymentResult.insertedId')
  })

  it('finds no transaction that was never begun', async () => {
    const student = await school.signedIn('student')
    const body = { transactionId: 'pi_made_up' }
    expect(await codeOf(student.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
  })
})

describe('histories', () => {
  it('are shown to their owner only', async () => {
    const [student, other] = [await school.signedIn('student'), await school.signedIn('student')]
    const query = { email: student.user.email }
    expect(await codeOf(other.call(api.listPayments, { query }))).toBe('NOT_ALLOWED')
    expect(await codeOf(other.call(api.listEnrolledClasses, { query }))).toBe('NOT_ALLOWED')
    expect(await codeOf(school.visitor.call(api.listPayments, { query }))).toBe('NOT_SIGNED_IN')
  })
})
