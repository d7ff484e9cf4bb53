import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Payment } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE, RETURN_MESSAGES } from '#contract/refund-messages.ts'
import { cartItems } from '#server/domains/cart/cart.table.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, FAILING_REFUND_CARD, intentIn, VALID_CARD } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'
import { attempts, payments } from './payments.table.ts'
import { handleWebhookEvent } from './webhook-events.ts'

const DAY = 24 * 60 * 60_000

const application = openForThisFile()

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

const newest = async (student: Student): Promise<Payment> => {
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  if (!payment) throw new Error('There is no payment.')
  return payment
}

/** Creates a student who has bought a class. */
async function makeBuyer(seats = 3) {
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db, { seats })
  await buy(student, chosen)
  return { student, chosen, payment: await newest(student) }
}

const readSubjects = async ({ user }: Student) =>
  (await application.readEmails())
    .filter(({ to }) => to?.[0]?.address === user.email)
    .map(({ subject }) => subject ?? '')
    .sort()

describe('a student who cancels', () => {
  it('is no longer enrolled, is refunded in full and e-mailed, and the seat is free again', async () => {
    const { student, chosen, payment } = await makeBuyer()
    expect(payment.cancel_until).toBe(payment.created_at + 14 * DAY)
    expect(await student.call(api.cancelPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, chosen)).toEqual({ seats: 3, enroll: 0 })
    expect(await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })).toEqual([])
    expect(await newest(student)).toMatchObject({
      status: 'refunded',
      cancel_until: null,
      refund: { reason: 'cancelled', status: 'queued' },
    })
    await application.runJobs()
    expect((await newest(student)).refund).toMatchObject({ status: 'done' })
    const intent = await application.services.cards.getIntent(payment.transactionId)
    expect(intent).toMatchObject({ refundedMinor: 4999 })
    expect(await readSubjects(student)).toEqual([
      `Receipt ${payment.receipt}: ${chosen.name}`,
      `Refund of receipt ${payment.receipt}: ${chosen.name}`,
    ])
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('repeatedly or concurrently is refunded once', async () => {
    const { student, chosen, payment } = await makeBuyer()
    const cancel = () => student.call(api.cancelPayment, { params: { id: payment._id } })
    const responses = [...(await Promise.all([cancel(), cancel()])), await cancel()]
    expect(responses.map(({ modifiedCount }) => modifiedCount).sort()).toEqual([0, 0, 1])
    await application.runJobs()
    expect(await readSeats(application, chosen)).toEqual({ seats: 3, enroll: 0 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('can select the class and pay for it again', async () => {
    const { student, chosen, payment } = await makeBuyer()
    await student.call(api.cancelPayment, { params: { id: payment._id } })
    await buy(student, chosen)
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
  })

  it('after the free days gets nothing back, and before that the full amount', async () => {
    const { student, chosen, payment } = await makeBuyer()
    const { db } = application.services
    const daysAgo = (days: number) =>
      db
        .update(payments)
        .set({ createdAt: Date.now() - days * DAY })
        .where(eq(payments.id, payment._id))
    await daysAgo(14.001)
    expect((await newest(student)).cancel_until).toBe(null)
    const refused = student.call(api.cancelPayment, { params: { id: payment._id }, body: { expected_refund: 49.99 } })
    expect(await catchCode(refused)).toBe('AMOUNT_CHANGED')
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
    await daysAgo(13.999)
    expect(await student.call(api.cancelPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 1 })
  })

  it('cannot cancel for others, who do not find the payment', async () => {
    const { chosen, payment } = await makeBuyer()
    const call = { params: { id: payment._id } }
    for (const other of [await application.signedIn('student'), await application.signedIn('admin')]) {
      expect(await catchCode(other.call(api.cancelPayment, call))).toBe('NOT_FOUND')
    }
    expect(await catchCode(application.visitor.call(api.cancelPayment, call))).toBe('NOT_SIGNED_IN')
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
  })
})

it('a refunded payment stays in the list of its student, with the status `refunded`, as the documentation says', async () => {
  const { student, payment } = await makeBuyer()
  await student.call(api.cancelPayment, { params: { id: payment._id } })
  const listed = await student.call(api.listPayments, { query: { email: student.user.email } })
  expect(listed.map(({ _id, status }) => [_id, status])).toEqual([[payment._id, 'refunded']])
  const { paths } = (await application.visitor.request('GET', '/api/openapi.json')).json()
  const { summary, responses } = paths['/api/payments'].get
  expect(summary).toContain('Refunded ones stay in the list, with the status `refunded`.')
  expect(responses[200].content['application/json'].schema.items.properties.status.enum).toContain('refunded')
})

describe('an admin who refunds', () => {
  it('ends the enrolment at any time, and the student is e-mailed', async () => {
    const { student, chosen, payment } = await makeBuyer()
    const long = { createdAt: Date.now() - 100 * DAY }
    await application.services.db.update(payments).set(long).where(eq(payments.id, payment._id))
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.refundPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.refundPayment, { params: { id: payment._id } })).toEqual({ modifiedCount: 0 })
    expect(await readSeats(application, chosen)).toEqual({ seats: 3, enroll: 0 })
    expect(await newest(student)).toMatchObject({ status: 'refunded', refund: { reason: 'refunded' } })
    expect(await readSubjects(student)).toContain(`Refund of receipt ${payment.receipt}: ${chosen.name}`)
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it.each(['student', 'instructor'] as const)('must not be a %s', async (role) => {
    const { chosen, payment } = await makeBuyer()
    const other = await application.signedIn(role)
    for (const call of [api.refundPayment, api.retryRefund]) {
      expect(await catchCode(other.call(call, { params: { id: payment._id } }))).toBe('NOT_ALLOWED')
    }
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
  })

  it('finds nothing to refund by an unknown id', async () => {
    const admin = await application.signedIn('admin')
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      expect(await catchCode(admin.call(api.refundPayment, { params: { id } }))).toBe('NOT_FOUND')
      expect(await catchCode(admin.call(api.retryRefund, { params: { id } }))).toBe('NOT_FOUND')
    }
  })

  it('sees a refund that the bank rejected, and can retry it', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret, FAILING_REFUND_CARD)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const { _id: id } = await newest(student)
    const admin = await application.signedIn('admin')
    await admin.call(api.refundPayment, { params: { id } })
    await application.runJobs()
    await expect.poll(async () => (await newest(student)).refund?.status).toBe('failed')
    const rows = await admin.call(api.findPayments, { query: { q: intentIn(clientSecret) } })
    expect(rows).toMatchObject([
      { _id: id, status: 'paid', refund: { status: 'failed', problem: expect.stringMatching(/\w/) } },
    ])
    expect(await admin.call(api.listIncidents)).toContainEqual(
      expect.objectContaining({ paymentId: id, text: expect.stringContaining('could not refund this payment') }),
    )
    expect((await readAudit(application)).discrepancies).toMatchObject([
      { kind: 'payment', id, text: 'its refund failed: expired_or_canceled_card' },
    ])
    const { failed_refunds: failed } = await admin.call(api.getAdminFigures)
    expect(await admin.call(api.retryRefund, { params: { id } })).toEqual({ modifiedCount: 1 })
    expect((await admin.call(api.getAdminFigures)).failed_refunds).toBe(failed - 1)
    expect(await admin.call(api.retryRefund, { params: { id } })).toEqual({ modifiedCount: 0 })
    await application.runJobs()
    const sent = await application.sandbox?.stripe.refunds.list({ payment_intent: intentIn(clientSecret) })
    expect(sent?.data).toHaveLength(2)
    await expect.poll(async () => (await newest(student)).refund?.status).toBe('failed')
    const countFailed = async () => (await admin.call(api.getAdminFigures)).failed_refunds
    expect(await countFailed()).toBe(failed)
    await admin.call(api.refundPayment, { params: { id }, body: { credit: true, amount: 9 } })
    expect(await countFailed()).toBe(failed)
    await admin.call(api.refundPayment, { params: { id }, body: { credit: true } })
    expect(await countFailed()).toBe(failed - 1)
  })
})

describe('a payment of which a part was refunded at the provider', () => {
  /** Creates a student who has bought a class, and refunds $10 of it at the provider. */
  async function makePartlyRefunded() {
    const { student, payment } = await makeBuyer()
    const payment_intent = payment.transactionId
    const refundAtProvider = async (amount?: number) => {
      await application.sandbox?.stripe.refunds.create({ payment_intent, ...(amount && { amount }) })
    }
    /** Makes later refunds fail or succeed, as the bank of the card decides. */
    const setCard = (number: string) =>
      application.services.db.execute(
        sql`update card_sandbox.charges set card = card || jsonb_build_object('number', ${number}::text)
          where payment_intent = ${payment_intent}`,
      )
    const readStatus = async () => {
      const { status, refund } = await newest(student)
      return [status, refund?.status]
    }
    await refundAtProvider(1000)
    await expect.poll(async () => (await newest(student)).refunded).toBe(10)
    return { payment, refundAtProvider, setCard, readStatus }
  }

  it('stays refunded when our refund of the rest fails later, and the rest may be refunded at the provider', async () => {
    const { payment, refundAtProvider, setCard, readStatus } = await makePartlyRefunded()
    await setCard(FAILING_REFUND_CARD)
    const admin = await application.signedIn('admin')
    await admin.call(api.refundPayment, { params: { id: payment._id } })
    await application.runJobs()
    await expect.poll(readStatus).toEqual(['refunded', 'failed'])
    await setCard(VALID_CARD)
    await refundAtProvider()
    await expect.poll(readStatus).toEqual(['refunded', 'done'])
    const event = { id: 'evt_later', type: 'refund.updated', intentId: payment.transactionId }
    await handleWebhookEvent(application.services, event)
    expect(await readStatus()).toEqual(['refunded', 'done'])
  })

  it('stays refunded when the refund of the rest at the provider fails later', async () => {
    const { refundAtProvider, setCard, readStatus } = await makePartlyRefunded()
    await setCard(FAILING_REFUND_CARD)
    await refundAtProvider()
    await expect.poll(async () => (await readStatus())[0]).toBe('refunded')
    await application.runJobs()
    await expect.poll(readStatus).toEqual(['refunded', 'failed'])
  })
})

describe('a payment that buys nothing', () => {
  /** Begins to pay, applies a change, and then charges the card. */
  async function chargeAfter(change: (student: Student, classId: string) => Promise<unknown>) {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { seats: 2 })
    const { clientSecret } = await beginPaying(student, chosen)
    await change(student, chosen.id)
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(200)
    const transactionId = intentIn(clientSecret)
    const report = () => catchError(student.call(api.recordPayment, { body: { transactionId } }))
    return { student, chosen, transactionId, report }
  }
  const set = (values: Partial<typeof classes.$inferInsert>) => (_: Student, id: string) =>
    application.services.db.update(classes).set(values).where(eq(classes.id, id))
  const setRun = (values: Partial<typeof runs.$inferInsert>) => (_: Student, id: string) =>
    application.services.db.update(runs).set(values).where(eq(runs.classId, id))

  it.each([
    ['the class was withdrawn', set({ withdrawnAt: Date.now() }), RETURN_MESSAGES.class_gone, 2],
    ['its instructor left', set({ archivedAt: Date.now() }), RETURN_MESSAGES.class_gone, 2],
    ['its run was canceled', setRun({ canceledAt: Date.now() }), RETURN_MESSAGES.class_gone, 2],
    ['its seats were reduced', setRun({ seats: 0, offered: 0 }), RETURN_MESSAGES.seat_gone, 0],
  ])('is refunded automatically when %s, and the response and an e-mail say so', async (_, change, message, seats) => {
    const { student, chosen, transactionId, report } = await chargeAfter(change)
    expect(await report()).toMatchObject({ code: 'MONEY_RETURNED', message: `${message} ${FULL_REFUND_MESSAGE}` })
    expect((await report()).code).toBe('MONEY_RETURNED')
    await application.runJobs()
    expect(await application.services.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await newest(student)).toMatchObject({ status: 'refunded', refund: { status: 'done' } })
    expect(await readSeats(application, chosen)).toEqual({ seats, enroll: 0 })
    expect(await readSubjects(student)).toEqual([`Your payment is being refunded: ${chosen.name}`])
  })

  it('is refunded when the user was deleted', async () => {
    const { student, transactionId, chosen } = await chargeAfter((student) =>
      inTransaction(application.services, (tx) => Users.remove(tx, student.user.id)),
    )
    const paid = eq(payments.transactionId, transactionId)
    await expect
      .poll(async () => (await application.services.db.select().from(payments).where(paid))[0]?.status)
      .toBe('refunded')
    await application.runJobs()
    expect(await application.services.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 0 })
    expect(await readSubjects(student)).toEqual([`Your payment is being refunded: ${chosen.name}`])
  })

  it.each([
    ['less', 5000],
    ['more', 4000],
  ])('is refunded in full when the provider captured %s than the attempt’s amount', async (_, amountMinor) => {
    const { student, transactionId, report } = await chargeAfter(async (_, id) => {
      await application.services.db.update(attempts).set({ amountMinor }).where(eq(attempts.classId, id))
    })
    expect(await report()).toMatchObject({
      code: 'MONEY_RETURNED',
      message: expect.stringContaining(RETURN_MESSAGES.amount_differs),
    })
    await application.runJobs()
    expect(await application.services.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await newest(student)).toMatchObject({ status: 'refunded', price: 49.99 })
  })

  it('is refunded when the student is already enrolled', async () => {
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db, { seats: 3 })
    const first = await beginPaying(student, chosen)
    await confirmCard(student, first.clientSecret)
    const id = crypto.randomUUID()
    const copy = { cartId: first.cartId, id, orderId: id }
    const [row] = await application.services.db.select().from(attempts).where(eq(attempts.cartId, first.cartId))
    if (!row) throw new Error('The attempt is missing.')
    const other = await application.sandbox?.stripe.paymentIntents.create({
      amount: 4999,
      currency: 'usd',
      metadata: { attempt: copy.id },
    })
    await application.services.db
      .insert(attempts)
      .values({ ...row, ...copy, status: 'released', intentId: other?.id ?? '', heldUntil: Date.now() })
    await student.call(api.recordPayment, { body: { transactionId: intentIn(first.clientSecret) } })
    await confirmCard(student, other?.client_secret ?? '')
    const error = await catchError(student.call(api.recordPayment, { body: { transactionId: other?.id ?? '' } }))
    expect(error).toMatchObject({
      code: 'MONEY_RETURNED',
      message: expect.stringContaining(RETURN_MESSAGES.enrolled_already),
    })
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
  })

  it('buys a free seat even after its hold was released, but never a seat that others hold', async () => {
    const chosen = await makeClass(application.services.db, { seats: 1 })
    const late = await application.signedIn('student')
    const { clientSecret } = await beginPaying(late, chosen)
    await application.services.db.update(attempts).set({ status: 'released' }).where(eq(attempts.classId, chosen.id))
    await beginPaying(await application.signedIn('student'), chosen)
    await confirmCard(late, clientSecret)
    const report = () => late.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect((await catchError(report())).code).toBe('MONEY_RETURNED')
    expect(await readSeats(application, chosen)).toEqual({ seats: 1, enroll: 0 })
    expect(await application.services.db.select().from(cartItems).where(eq(cartItems.userId, late.user.id))).toEqual([])

    const wide = await makeClass(application.services.db, { seats: 1 })
    const lucky = await application.signedIn('student')
    const { clientSecret: secret } = await beginPaying(lucky, wide)
    await application.services.db.update(attempts).set({ status: 'released' }).where(eq(attempts.classId, wide.id))
    await confirmCard(lucky, secret)
    await lucky.call(api.recordPayment, { body: { transactionId: intentIn(secret) } })
    expect(await readSeats(application, wide)).toEqual({ seats: 0, enroll: 1 })
  })
})
