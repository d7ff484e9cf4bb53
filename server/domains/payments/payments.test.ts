import { eq } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { users } from '#server/domains/users/users.table.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readSeats, until } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, DECLINED_CARD, intentIn, NO_FUNDS_CARD } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()

/** Statements of a purchase, those of the card sandbox included, without its rounds and the polling for jobs. */
const MAX_STATEMENTS = 52

it('sends at most 52 statements for a purchase', async () => {
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const listStatements = () =>
    query.mock.calls
      .map(([first]) => (typeof first === 'string' ? first : (first as { text: string }).text))
      .filter((text) => !/"refunds"|^with "due"|jobs\.job/.test(text))
  const { clientSecret } = await beginPaying(student, chosen)
  await confirmCard(student, clientSecret)
  await until(async () => listStatements().some((text) => text.startsWith('insert into "webhook_events"')))
  await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
  expect(listStatements().length).toBeLessThanOrEqual(MAX_STATEMENTS)
})

describe('a student who pays', () => {
  it('is enrolled, with one seat less, one enrolment more, an empty cart and the payment in the history', async () => {
    const student = await application.signedIn('student')
    const { email } = student.user
    const chosen = await makeClass(application.services.db, { seats: 3, name: 'Storm Light', listPriceMinor: 17550 })
    const transactionId = await buy(student, chosen)
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
    expect(await student.call(api.listCart, { query: { email } })).toEqual([])
    expect(await student.call(api.listEnrolledClasses, { query: { email } })).toMatchObject([
      { classId: chosen.id, className: 'Storm Light', seats: 2, enroll: 1 },
    ])
    expect(await student.call(api.listPayments, { query: { email } })).toMatchObject([
      { className: 'Storm Light', price: 175.5, transactionId, email, classId: chosen.id },
    ])
  })

  it('sees the payment change from pending to paid with the webhook event', async () => {
    const student = await application.signedIn('student')
    await buy(student, await makeClass(application.services.db))
    const status = async () =>
      (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]?.status
    await until(async () => (await status()) === 'paid')
  })

  it('is enrolled by the webhook event when the browser is closed', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const enrolled = () => student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    await until(async () => (await enrolled()).length === 1)
  })

  it('gets the same payment for repeated and concurrent reports', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const body = { transactionId: intentIn(clientSecret) }
    const responses = await Promise.all([1, 2, 3].map(() => student.call(api.recordPayment, { body })))
    expect(new Set(responses.map((response) => response.paymentResult.insertedId)).size).toBe(1)
    expect(await readSeats(application, chosen)).toEqual({ seats: 9, enroll: 1 })
  })

  it.each([
    ['declined', DECLINED_CARD, 'Your card was declined.'],
    ['out of funds', NO_FUNDS_CARD, 'Your card has insufficient funds.'],
  ])('is not charged by a card that is %s, and can use another', async (_, card, message) => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen)
    const refused = await confirmCard(student, clientSecret, card)
    expect(refused.statusCode).toBe(402)
    expect(refused.json().error.message).toBe(message)
    const body = { transactionId: intentIn(clientSecret) }
    expect(await catchCode(student.call(api.recordPayment, { body }))).toBe('NOT_PAID')
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toHaveLength(1)
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
    await student.call(api.recordPayment, { body })
    expect(await readSeats(application, chosen)).toEqual({ seats: 9, enroll: 1 })
  })
})

describe('reporting a payment', () => {
  it('does not find another student’s transaction, which stays theirs', async () => {
    const [student, other] = [await application.signedIn('student'), await application.signedIn('student')]
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    const body = { transactionId: intentIn(clientSecret) }
    expect(await catchCode(other.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
    expect(await student.call(api.recordPayment, { body })).toHaveProperty('paymentResult.insertedId')
  })

  it('does not find an unknown transaction', async () => {
    const student = await application.signedIn('student')
    const body = { transactionId: 'pi_made_up' }
    expect(await catchCode(student.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
  })
})

describe('a history', () => {
  it('is shown to its owner only', async () => {
    const [student, other] = [await application.signedIn('student'), await application.signedIn('student')]
    const query = { email: student.user.email }
    expect(await catchCode(other.call(api.listPayments, { query }))).toBe('NOT_ALLOWED')
    expect(await catchCode(other.call(api.listEnrolledClasses, { query }))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.listPayments, { query }))).toBe('NOT_SIGNED_IN')
  })
})

describe('a receipt', () => {
  it('is shown to its owner, in any later role, and to admins only', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { name: 'Salt Prints', listPriceMinor: 12000 })
    await buy(student, chosen)
    const newest = async () => (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]
    await until(async () => (await newest())?.status === 'paid')
    const payment = await newest()
    const params = { id: payment?._id ?? '' }
    expect(await student.call(api.getPayment, { params })).toEqual(payment)
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.getPayment, { params })).toEqual({
      ...payment,
      may_cancel: false,
      cancel_until: null,
      cancel_until_clock: null,
    })
    await application.services.db.update(users).set({ role: 'instructor' }).where(eq(users.id, student.user.id))
    expect(await student.call(api.getPayment, { params })).toMatchObject({ className: 'Salt Prints', price: 120 })
    const other = await application.signedIn('student')
    expect(await catchCode(other.call(api.getPayment, { params }))).toBe('NOT_FOUND')
    expect(await catchCode(application.visitor.call(api.getPayment, { params }))).toBe('NOT_SIGNED_IN')
  })

  it('has a unique number, greater than the one before', async () => {
    const student = await application.signedIn('student')
    for (let n = 0; n < 3; n++) await buy(student, await makeClass(application.services.db))
    const numbers = (await student.call(api.listPayments, { query: { email: student.user.email } })).map(
      (p) => p.receipt,
    )
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    expect(new Set(numbers).size).toBe(3)
  })

  it('is e-mailed with its number, that of its order, time, amount and transaction, and the end of the cancellation period', async () => {
    const student = await application.signedIn('student')
    const transactionId = await buy(
      student,
      await makeClass(application.services.db, { name: 'Salt <Prints>', listPriceMinor: 123450 }),
    )
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(email?.subject).toBe(`Receipt ${payment?.receipt}: Salt <Prints>`)
    const formatTime = (time: number) => formatClockTime(toClockTime(time, null), null, { now: 'always' })
    for (const part of [
      '$1,234.50',
      formatTime(payment?.created_at ?? 0),
      `until ${formatTime(payment?.cancel_until ?? 0)}.`,
      transactionId,
      `Order ${payment?.order}`,
      `/dashboard/receipt/${payment?._id}`,
      application.settings.school.address,
    ]) {
      expect(email?.text).toContain(part)
    }
  })
})

describe('a class whose name contains line breaks', () => {
  it('can be paid for like any other', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { name: 'Salt\r\nBcc: all@example.test' })
    await buy(student, chosen)
    expect(await readSeats(application, chosen)).toEqual({ seats: 9, enroll: 1 })
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(email?.subject).toMatch(/^Receipt \d+: Salt Bcc: all@example.test$/)
  })
})

describe('an admin’s list of payments', () => {
  it('can be searched for literal text in name, e-mail, class, transaction and receipt', async () => {
    const admin = await application.signedIn('admin')
    const student = await application.signedIn('student', { name: 'Zora 100%_Okoro' })
    const transactionId = await buy(student, await makeClass(application.services.db, { name: 'Night Trains' }))
    await buy(await application.signedIn('student'), await makeClass(application.services.db, { name: 'Day Trains' }))
    const all = await admin.call.page(api.findPayments)
    expect(all.rows.length).toBe(all.total)
    expect(all.rows[0]?.className).toBe('Day Trains')
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    for (const q of ['zora', '100%_o', student.user.email, 'night tr', transactionId]) {
      const { rows, total } = await admin.call.page(api.findPayments, { query: { q } })
      expect([q, total, rows.map((row) => row._id)]).toEqual([q, 1, [payment?._id]])
    }
    const receipt = `${payment?.receipt}`
    // The e-mails and transaction ids of others may have these digits.
    const withReceipt = all.rows.filter(
      (row) => `${row.receipt}` === receipt || `${row.email} ${row.transactionId}`.includes(receipt),
    )
    const page = await admin.call.page(api.findPayments, { query: { q: receipt } })
    expect(page.rows.map((row) => row._id)).toEqual(withReceipt.map((row) => row._id))
    expect(withReceipt.map((row) => row._id)).toContain(payment?._id)
    expect(await admin.call.page(api.findPayments, { query: { q: 'no%such' } })).toEqual({ rows: [], total: 0 })
  })

  it.each(['student', 'instructor'] as const)('is refused to a %s', async (role) => {
    const other = await application.signedIn(role)
    expect(await catchCode(other.call(api.findPayments))).toBe('NOT_ALLOWED')
    expect(await catchCode(other.call(api.listIncidents))).toBe('NOT_ALLOWED')
  })
})
