import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Payment } from '#contract/payments.ts'
import { cartItems } from '#server/cart/cart.table.ts'
import { classes } from '#server/classes/classes.table.ts'
import * as Users from '#server/users/users.ts'
import { makeClass } from '../../demo/factories.ts'
import { booksOf, seatsOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, FAILING_REFUND_CARD, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf, refusalOf } from '../../tests/visitor.ts'
import { attempts, payments } from './payments.table.ts'

const DAY = 24 * 60 * 60_000

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

type Student = Awaited<ReturnType<TestSchool['signedIn']>>

const newest = async (student: Student): Promise<Payment> => {
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  if (!payment) throw new Error('nothing was paid')
  return payment
}

/** A student who has bought a class. */
async function bought(seats = 3) {
  const student = await school.signedIn('student')
  const chosen = await makeClass(school.parts.db, { seats })
  await buy(student, chosen)
  return { student, chosen, payment: await newest(student) }
}

const lettersTo = async ({ user }: Student) =>
  (await school.mails())
    .filter(({ to }) => to?.[0]?.address === user.email)
    .map(({ subject }) => subject ?? '')
    .sort()

describe('a student who cancels', () => {
  it('is not enrolled any more, gets the whole amount back, and a letter; the seat is free again', async () => {
    const { student, chosen, payment } = await bought()
    expect(payment.cancel_until).toBe(payment.created_at + 14 * DAY)
    expect(await student.call(api.cancelPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 1 })
    expect(await seatsOf(school, chosen)).toEqual({ seats: 3, enroll: 0 })
    expect(await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })).toEqual([])
    expect(await newest(student)).toMatchObject({
      status: 'refunded',
      cancel_until: null,
      refund: { reason: 'cancelled', status: 'queued' },
    })
    await school.work()
    expect((await newest(student)).refund).toMatchObject({ status: 'done' })
    const intent = await school.parts.cards.getIntent(payment.transactionId)
    expect(intent).toMatchObject({ refundedMinor: 4999 })
    expect(await lettersTo(student)).toEqual([
      `Receipt ${payment.receipt}: ${chosen.name}`,
      `Refund of receipt ${payment.receipt}: ${chosen.name}`,
    ])
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it('twice, also at once, gets the money back once', async () => {
    const { student, chosen, payment } = await bought()
    const cancel = () => student.call(api.cancelPayment, { params: { id: payment._id } })
    const answers = [...(await Promise.all([cancel(), cancel()])), await cancel()]
    expect(answers.map(({ modifiedCount }) => modifiedCount).sort()).toEqual([0, 0, 1])
    await school.work()
    expect(await seatsOf(school, chosen)).toEqual({ seats: 3, enroll: 0 })
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it('may select the class and pay for it anew', async () => {
    const { student, chosen, payment } = await bought()
    await student.call(api.cancelPayment, { params: { id: payment._id } })
    await buy(student, chosen)
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 1 })
  })

  it('after the days for that is told so, and stays enrolled', async () => {
    const { student, chosen, payment } = await bought()
    const { db } = school.parts
    const daysAgo = (days: number) =>
      db
        .update(payments)
        .set({ createdAt: Date.now() - days * DAY })
        .where(eq(payments.id, payment._id))
    await daysAgo(14.001)
    expect((await newest(student)).cancel_until).toBe(null)
    expect(await codeOf(student.call(api.cancelPayment, { params: { id: payment._id } }))).toBe('CANCEL_TOO_LATE')
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 1 })
    await daysAgo(13.999)
    expect(await student.call(api.cancelPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 1 })
  })

  it('cannot cancel for others: to everybody else the payment does not exist', async () => {
    const { chosen, payment } = await bought()
    const call = { params: { id: payment._id } }
    for (const other of [await school.signedIn('student'), await school.signedIn('admin')]) {
      expect(await codeOf(other.call(api.cancelPayment, call))).toBe('NOT_FOUND')
    }
    expect(await codeOf(school.visitor.call(api.cancelPayment, call))).toBe('NOT_SIGNED_IN')
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 1 })
  })
})

describe('an admin who refunds', () => {
  it('ends the enrolment, whenever it was paid; the student hears of it', async () => {
    const { student, chosen, payment } = await bought()
    const long = { createdAt: Date.now() - 100 * DAY }
    await school.parts.db.update(payments).set(long).where(eq(payments.id, payment._id))
    const admin = await school.signedIn('admin')
    expect(await admin.call(api.refundPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.refundPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 0 })
    expect(await seatsOf(school, chosen)).toEqual({ seats: 3, enroll: 0 })
    expect(await newest(student)).toMatchObject({ status: 'refunded', refund: { reason: 'refunded' } })
    expect(await lettersTo(student)).toContain(`Refund of receipt ${payment.receipt}: ${chosen.name}`)
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it.each(['student', 'instructor'] as const)('is not a %s', async (role) => {
    const { chosen, payment } = await bought()
    const other = await school.signedIn(role)
    for (const call of [api.refundPayment, api.retryRefund]) {
      expect(await codeOf(other.call(call, { params: { id: payment._id } }))).toBe('NOT_ALLOWED')
    }
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 1 })
  })

  it('finds nothing to refund under an id of nothing', async () => {
    const admin = await school.signedIn('admin')
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      expect(await codeOf(admin.call(api.refundPayment, { params: { id } }))).toBe('NOT_FOUND')
      expect(await codeOf(admin.call(api.retryRefund, { params: { id } }))).toBe('NOT_FOUND')
    }
  })

  it('hears of a refund that the card’s bank did not take, and has it tried again', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret, FAILING_REFUND_CARD)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const { _id: id } = await newest(student)
    const admin = await school.signedIn('admin')
    await admin.call(api.refundPayment, { params: { id } })
    await school.work()
    await expect.poll(async () => (await newest(student)).refund?.status, { timeout: 8_000 }).toBe('failed')
    const found = await admin.call(api.findPayments, { query: { q: intentIn(clientSecret) } })
    expect(found).toMatchObject([{ _id: id, refund: { status: 'failed', problem: expect.stringMatching(/\w/) } }])
    expect(await admin.call(api.listIncidents)).toContainEqual(
      expect.objectContaining({ paymentId: id, text: expect.stringContaining('could not go back') }),
    )
    expect((await booksOf(school)).differences).toMatchObject([
      { of: 'payment', id },
      { of: 'payment', id },
    ])
    expect(await admin.call(api.retryRefund, { params: { id } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.retryRefund, { params: { id } })).toEqual({ modifiedCount: 0 })
    await school.work()
    const sent = await school.parts.sandbox?.stripe.refunds.list({ payment_intent: intentIn(clientSecret) })
    expect(sent?.data).toHaveLength(2)
    await expect.poll(async () => (await newest(student)).refund?.status, { timeout: 8_000 }).toBe('failed')
  })
})

describe('money that can buy nothing', () => {
  /** Begins to pay, lets `meanwhile` happen, and then the card is charged. */
  async function chargedAfter(meanwhile: (student: Student, classId: string) => Promise<unknown>) {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { seats: 2 })
    const { clientSecret } = await beginPaying(student, chosen)
    await meanwhile(student, chosen.id)
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
    const transactionId = intentIn(clientSecret)
    const report = () => refusalOf(student.call(api.recordPayment, { body: { transactionId } }))
    return { student, chosen, transactionId, report }
  }
  const set = (values: Partial<typeof classes.$inferInsert>) => (_: Student, id: string) =>
    school.parts.db.update(classes).set(values).where(eq(classes.id, id))

  it.each([
    ['the class was withdrawn', set({ withdrawnAt: Date.now() }), /class was taken off/, 2],
    ['its instructor left', set({ archivedAt: Date.now() }), /class was taken off/, 2],
    ['its seats were taken away', set({ seats: 0, offered: 0 }), /last seat was taken/, 0],
  ])('goes back by itself when %s; screen and letter say so', async (_, meanwhile, words, seats) => {
    const { student, chosen, transactionId, report } = await chargedAfter(meanwhile)
    const refusal = await report()
    expect(refusal).toMatchObject({ code: 'MONEY_RETURNED', message: expect.stringMatching(words) })
    expect(refusal.message).toContain('The whole amount goes back to your card')
    expect((await report()).code).toBe('MONEY_RETURNED')
    await school.work()
    expect(await school.parts.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await newest(student)).toMatchObject({ status: 'refunded', refund: { status: 'done' } })
    expect(await seatsOf(school, chosen)).toEqual({ seats, enroll: 0 })
    expect(await lettersTo(student)).toEqual([`Your money goes back: ${chosen.name}`])
  })

  it('goes back when the user was deleted meanwhile', async () => {
    const { student, transactionId, chosen } = await chargedAfter((student) =>
      Users.remove(school.parts.db, student.user.id),
    )
    const paid = eq(payments.transactionId, transactionId)
    await expect
      .poll(async () => (await school.parts.db.select().from(payments).where(paid))[0]?.status)
      .toBe('refunded')
    await school.work()
    expect(await school.parts.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 0 })
    expect(await lettersTo(student)).toEqual([`Your money goes back: ${chosen.name}`])
  })

  it('goes back when the provider took another sum than was asked for, all of it', async () => {
    const { student, transactionId, report } = await chargedAfter(async (_, id) => {
      await school.parts.db.update(attempts).set({ amountMinor: 5000 }).where(eq(attempts.classId, id))
    })
    expect(await report()).toMatchObject({ code: 'MONEY_RETURNED', message: expect.stringMatching(/another sum/) })
    await school.work()
    expect(await school.parts.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await newest(student)).toMatchObject({ status: 'refunded', price: 49.99 })
  })

  it('goes back when the student is enrolled already', async () => {
    const student = await school.signedIn('student')
    const chosen = await makeClass(school.parts.db, { seats: 3 })
    const first = await beginPaying(student, chosen)
    await confirmCard(student, first.clientSecret)
    const copy = { cartId: first.cartId, id: crypto.randomUUID() }
    const [row] = await school.parts.db.select().from(attempts).where(eq(attempts.cartId, first.cartId))
    if (!row) throw new Error('no attempt')
    const other = await school.parts.sandbox?.stripe.paymentIntents.create({
      amount: 4999,
      currency: 'usd',
      metadata: { attempt: copy.id },
    })
    await school.parts.db
      .insert(attempts)
      .values({ ...row, ...copy, status: 'released', intentId: other?.id ?? '', heldUntil: Date.now() })
    await student.call(api.recordPayment, { body: { transactionId: intentIn(first.clientSecret) } })
    await confirmCard(student, other?.client_secret ?? '')
    const refusal = await refusalOf(student.call(api.recordPayment, { body: { transactionId: other?.id ?? '' } }))
    expect(refusal).toMatchObject({ code: 'MONEY_RETURNED', message: expect.stringMatching(/enrolled.*already/) })
    expect(await seatsOf(school, chosen)).toEqual({ seats: 2, enroll: 1 })
  })

  it('buys the seat after all when the hold was let go and a seat is still free, but never one that others hold', async () => {
    const chosen = await makeClass(school.parts.db, { seats: 1 })
    const late = await school.signedIn('student')
    const { clientSecret } = await beginPaying(late, chosen)
    await school.parts.db.update(attempts).set({ status: 'released' }).where(eq(attempts.classId, chosen.id))
    await beginPaying(await school.signedIn('student'), chosen)
    await confirmCard(late, clientSecret)
    const report = () => late.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect((await refusalOf(report())).code).toBe('MONEY_RETURNED')
    expect(await seatsOf(school, chosen)).toEqual({ seats: 1, enroll: 0 })
    expect(await school.parts.db.select().from(cartItems).where(eq(cartItems.userId, late.user.id))).toEqual([])

    const wide = await makeClass(school.parts.db, { seats: 1 })
    const lucky = await school.signedIn('student')
    const { clientSecret: secret } = await beginPaying(lucky, wide)
    await school.parts.db.update(attempts).set({ status: 'released' }).where(eq(attempts.classId, wide.id))
    await confirmCard(lucky, secret)
    await lucky.call(api.recordPayment, { body: { transactionId: intentIn(secret) } })
    expect(await seatsOf(school, wide)).toEqual({ seats: 0, enroll: 1 })
  })
})
