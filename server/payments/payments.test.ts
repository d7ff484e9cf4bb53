import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { materials } from '#server/classes/classes.table.ts'
import { users } from '#server/users/users.table.ts'
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

describe('a receipt', () => {
  it('is its owner’s and the admins’, whatever role the owner has since, and nobody else’s', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { name: 'Salt Prints', priceMinor: 12000 })
    await buy(student, chosen)
    const newest = async () => (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]
    await until(async () => (await newest())?.status === 'paid')
    const payment = await newest()
    const params = { id: payment?._id ?? '' }
    expect(await student.call(api.getPayment, { params })).toEqual(payment)
    const admin = await school.signedIn('admin')
    expect(await admin.call(api.getPayment, { params })).toEqual({ ...payment, cancel_until: null })
    await school.parts.db.update(users).set({ role: 'instructor' }).where(eq(users.id, student.user.id))
    expect(await student.call(api.getPayment, { params })).toMatchObject({ className: 'Salt Prints', price: 120 })
    const other = await school.signedIn('student')
    expect(await codeOf(other.call(api.getPayment, { params }))).toBe('NOT_FOUND')
    expect(await codeOf(school.visitor.call(api.getPayment, { params }))).toBe('NOT_SIGNED_IN')
  })

  it('has a number of its own, each greater than the one before', async () => {
    const student = await school.signedIn('student')
    for (let n = 0; n < 3; n++) await buy(student, await makeClass(school.parts.db))
    const numbers = (await student.call(api.listPayments, { query: { email: student.user.email } })).map(
      (p) => p.receipt,
    )
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    expect(new Set(numbers).size).toBe(3)
  })

  it('arrives by mail with number, amount and transaction', async () => {
    const student = await school.signedIn('student')
    const transactionId = await buy(
      student,
      await makeClass(school.parts.db, { name: 'Salt <Prints>', priceMinor: 123450 }),
    )
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const [letter] = (await school.mails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(letter?.subject).toBe(`Receipt ${payment?.receipt}: Salt <Prints>`)
    for (const said of [
      '$1,234.50',
      transactionId,
      `/dashboard/receipt/${payment?._id}`,
      school.parts.settings.school.address,
    ]) {
      expect(letter?.text).toContain(said)
    }
  })
})

describe('a class whose name is broken into lines', () => {
  it('is paid for and enrolled in like any other', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { name: 'Salt\r\nBcc: all@example.test' })
    await buy(student, chosen)
    expect(await seatsOf(school, chosen)).toEqual({ seats: 9, enroll: 1 })
    const [letter] = (await school.mails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(letter?.subject).toMatch(/^Receipt \d+: Salt Bcc: all@example.test$/)
  })
})

describe('the office', () => {
  it('finds payments by name, e-mail, class, transaction and receipt, and takes the words as they are', async () => {
    const admin = await school.signedIn('admin')
    const student = await school.signedIn('student', { name: 'Zora 100%_Okoro' })
    const transactionId = await buy(student, await makeClass(school.parts.db, { name: 'Night Trains' }))
    await buy(await school.signedIn('student'), await makeClass(school.parts.db, { name: 'Day Trains' }))
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    for (const q of ['zora', '100%_o', student.user.email, 'night tr', transactionId, `${payment?.receipt}`]) {
      const { rows: found, total } = await admin.call.page(api.findPayments, { query: { q } })
      expect([q, total, found.map((one) => one._id)]).toEqual([q, 1, [payment?._id]])
    }
    expect(await admin.call.page(api.findPayments, { query: { q: 'no%such' } })).toEqual({ rows: [], total: 0 })
    const all = await admin.call.page(api.findPayments)
    expect(all.rows.length).toBe(all.total)
    expect(all.rows[0]?.className).toBe('Day Trains')
  })

  it.each(['student', 'instructor'] as const)('is closed to a %s', async (role) => {
    const other = await school.signedIn(role)
    expect(await codeOf(other.call(api.findPayments))).toBe('NOT_ALLOWED')
    expect(await codeOf(other.call(api.listIncidents))).toBe('NOT_ALLOWED')
  })
})

describe('playing a class', () => {
  it('is for those who are enrolled: with its material, where the instructor has put any', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    await buy(student, chosen)
    const params = { id: chosen.id }
    expect(await student.call(api.playClass, { params })).toMatchObject({
      classId: chosen.id,
      enroll: 1,
      material: null,
    })
    const material = { text: 'Bring a tripod.', links: [{ words: 'Tides', address: 'https://example.test/tides' }] }
    await school.parts.db.insert(materials).values({ classId: chosen.id, ...material, updatedAt: Date.now() })
    expect((await student.call(api.playClass, { params })).material).toEqual(material)
    for (const other of [await school.signedIn('student'), await school.signedIn('admin')]) {
      expect(await codeOf(other.call(api.playClass, { params }))).toBe('NOT_FOUND')
    }
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await codeOf(student.call(api.playClass, { params }))).toBe('NOT_FOUND')
  })
})
