import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { credits } from '#server/domains/credit/credit.table.ts'
import { must } from '#server/platform/app-error.ts'
import { type ClassOptions, makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { breakRecords, readAudit, refuseWebhookEvents } from '../../../testing/orders.ts'
import { checkOut, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { attempts, payments } from './payments.table.ts'
import { reconcile } from './reconcile.ts'
import { refund as refundPayment } from './refunds.ts'
import { handleWebhookEvent } from './webhook-events.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const make = (options: ClassOptions = {}) => makeClass(application.services.db, options)
const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

const grant = ({ user }: Student, amount: number, reason = 'Goodwill') =>
  admin.call(api.grantCredit, { params: { id: user.id }, body: { amount, reason } })

/** Signs in a student with credit. */
async function signInWith(amount: number): Promise<Student> {
  const student = await signIn()
  await grant(student, amount)
  return student
}

const readBalance = async (student: Student) => (await student.call(api.getCredit)).balance
const listPayments = (student: Student) => student.call(api.listPayments, { query: { email: student.user.email } })

async function select(student: Student, count: number, options: ClassOptions = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { id: classId } = await make(options)
    ids.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
  }
  return ids
}

/** Begins to pay for selected classes with credit, at the amount that the preview shows. */
async function begin(student: Student, cartIds: string[], code: string | null = null) {
  const body = { cartIds, code, use_credit: true }
  const { due } = await student.call(api.previewCheckout, { body })
  return student.call(api.beginCheckout, { body: { ...body, expected_due: due } })
}

/** Buys a class with credit as far as it goes. Returns the id of the payment. */
async function buy(student: Student, options: ClassOptions = {}): Promise<string> {
  return completePaying(student, await begin(student, await select(student, 1, options)))
}

/** Returns what the audit finds about students and their orders. */
async function audit(...students: Student[]): Promise<string[]> {
  const ids = students.map(({ user }) => user.id)
  for (const student of students)
    for (const { _id, payments } of await student.call(api.listOrders)) ids.push(_id, ...payments.map((one) => one._id))
  return auditIds(ids)
}

const auditIds = async (ids: string[]) =>
  (await readAudit(application)).discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)

const release = (orderId: string) =>
  application.services.db.update(attempts).set({ status: 'released' }).where(eq(attempts.orderId, orderId))

async function readOutcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'OK'
  } catch (error) {
    if (error instanceof CallError && error.statusCode < 500) return error.code
    throw error
  }
}

describe('credit', () => {
  it('is given and taken by admins with a reason, is never below 0, and is shown to its user', async () => {
    const student = await signIn()
    expect(await student.call(api.getCredit)).toEqual({ balance: 0, reserved: 0, entries: [] })
    expect(await grant(student, 20.5)).toEqual({ modifiedCount: 1 })
    await grant(student, -5, 'Mistake')
    expect(await catchError(grant(student, -15.51))).toMatchObject({
      ...{ code: 'CREDIT_TOO_LOW', message: expect.stringContaining('$15.50') },
    })
    expect(await student.call(api.getCredit)).toMatchObject({
      balance: 15.5,
      entries: [
        { kind: 'granted', amount: -5, text: 'Mistake' },
        { kind: 'granted', amount: 20.5, text: 'Goodwill' },
      ],
    })
    for (const amount of [0, 0.001, Number.MAX_VALUE])
      expect(await catchCode(grant(student, amount))).toBe('INVALID_INPUT')
    expect(await catchCode(grant(student, 5, ''))).toBe('INVALID_INPUT')
    expect(await audit(student)).toEqual([])
    const entries = (await admin.call(api.listActivity)).filter(({ subjectId }) => subjectId === student.user.id)
    expect(entries.map(({ deed }) => deed)).toEqual(['credit_changed', 'credit_changed'])
  })

  it('is given up to the largest amount of a card at once, so that sums stay exact', async () => {
    const student = await signIn()
    expect(await catchError(grant(student, 1_000_000))).toMatchObject({
      ...{ code: 'INVALID_INPUT', message: 'amount must be at most $999,999.99' },
    })
    for (let time = 0; time < 2; time++) await grant(student, 999_999.99)
    expect(await readBalance(student)).toBe(1_999_999.98)
    expect(await grant(student, -1_999_999.98)).toEqual({ modifiedCount: 1 })
    expect(await audit(student)).toEqual([])
  })

  it('is not taken twice by two admins at once', async () => {
    const student = await signInWith(10)
    const outcomes = await Promise.all([1, 2, 3].map(() => readOutcome(grant(student, -6))))
    expect(outcomes.toSorted()).toEqual(['CREDIT_TOO_LOW', 'CREDIT_TOO_LOW', 'OK'])
    expect(await readBalance(student)).toBe(4)
  })

  it('is given by admins with a recent sign-in only, to users who exist', async () => {
    const student = await signIn()
    const params = { id: student.user.id }
    const body = { amount: 1, reason: 'Goodwill' }
    for (const role of ['student', 'instructor'] as const)
      expect(await catchCode((await application.signedIn(role)).call(api.grantCredit, { params, body }))).toBe(
        'NOT_ALLOWED',
      )
    const earlier = await application.signedIn('admin', { signedInAt: Date.now() - 86_400_000 })
    expect(await catchCode(earlier.call(api.grantCredit, { params, body }))).toBe('REAUTH_REQUIRED')
    const unknown = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await catchCode(admin.call(api.grantCredit, { params: unknown, body }))).toBe('NOT_FOUND')
  })

  it('below 0, or other than in the ledger, is found by the audit, and never changes', async () => {
    const student = await signInWith(10)
    const isOwn = eq(credits.userId, student.user.id)
    await expect(application.services.db.update(credits).set({ amountMinor: 5 }).where(isOwn)).rejects.toThrow()
    await expect(application.services.db.delete(credits).where(isOwn)).rejects.toThrow()
    await breakRecords(application, sql`update credits set amount_minor = 900 where user_id = ${student.user.id}`)
    expect(await audit(student)).toEqual(['credit of $9.00; in the ledger $10.00'])
    await breakRecords(application, sql`update credits set amount_minor = 1000 where user_id = ${student.user.id}`)
  })
})

describe('a checkout with credit', () => {
  it('reserves it with the seats, charges the card with the rest, and spends it with the purchase', async () => {
    const student = await signInWith(30)
    const cartIds = await select(student, 2)
    const started = await begin(student, cartIds)
    expect(started.due).toBe(69.98)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 0, reserved: 30 })
    expect((await begin(student, cartIds)).orderId).toBe(started.orderId)
    const preview = await student.call(api.previewCheckout, { body: { cartIds, use_credit: true } })
    expect(preview).toMatchObject({ total: 99.98, credit: 30, due: 69.98 })
    expect(preview.terms[0]?.steps[0]).toMatchObject({ refund: 34.99, credit: 15 })
    await completePaying(student, started)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 0, reserved: 0 })
    for (const payment of await listPayments(student))
      expect(payment).toMatchObject({ price: 49.99, credit: 15, refunded: 0, credited: 0, list_price: 49.99 })
    const order = await student.call(api.getOrder, { params: { id: started.orderId } })
    expect(order).toMatchObject({ total: 99.98, paid: 99.98, due: 0 })
    expect(order.payments.map(({ method, amount }) => [method, amount]).sort()).toEqual([
      ['card', 34.99],
      ['card', 34.99],
      ['credit', 15],
      ['credit', 15],
    ])
    await application.runJobs()
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(email?.text).toMatch(/\$69\.98, paid by card\n\$30\.00, paid with credit/)
    expect(await audit(student)).toEqual([])
  })

  it('that credit pays in full needs no card', async () => {
    const student = await signInWith(60)
    const started = await begin(student, await select(student, 1))
    expect(started).toMatchObject({ due: 0, clientSecret: null })
    await completePaying(student, started)
    expect(await readBalance(student)).toBe(10.01)
    expect(await listPayments(student)).toMatchObject([
      { price: 49.99, credit: 49.99, transactionId: `${started.number}`, status: 'paid' },
    ])
    expect(await audit(student)).toEqual([])
  })

  it('of which a coupon pays all is renewed, and takes no credit', async () => {
    const student = await signInWith(20)
    const { code } = await makeCoupon(admin, { value: 100 })
    const cartIds = await select(student, 1)
    const started = await begin(student, cartIds, code)
    expect(await begin(student, cartIds, code)).toEqual(started)
    await completePaying(student, started)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 20, reserved: 0 })
    expect(await audit(student)).toEqual([])
  })

  it('that needs no card is confirmed also after a crash right before', async () => {
    const student = await signInWith(60)
    const id = await buy(student)
    await application.services.db.update(payments).set({ status: 'pending', createdAt: 0 }).where(eq(payments.id, id))
    await reconcile(application.services)
    expect(await listPayments(student)).toMatchObject([{ _id: id, status: 'paid' }])
  })

  it('takes off a rest that no card can pay, and works with a code', async () => {
    const student = await signInWith(44.6)
    const { code } = await makeCoupon(admin)
    const started = await begin(student, await select(student, 1), code)
    expect(started.due).toBe(0)
    await completePaying(student, started)
    expect(await readBalance(student)).toBe(0)
    expect(await listPayments(student)).toMatchObject([{ price: 44.6, credit: 44.6 }])
    expect(await audit(student)).toEqual([])
  })

  it('gives it back with the seats, and gives way to one without it or at the price of one class', async () => {
    const student = await signInWith(20)
    const cartIds = await select(student, 1)
    await begin(student, cartIds)
    expect((await checkOut(student, cartIds)).due).toBe(49.99)
    expect(await readBalance(student)).toBe(20)
    await begin(student, cartIds)
    await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId: cartIds[0] } })
    expect(await readBalance(student)).toBe(20)
    await begin(student, cartIds)
    const [hold] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 20, reserved: 0 })
  })

  it('spends no credit that another checkout of the same moment has, nor any that an admin takes', async () => {
    for (let round = 0; round < 3; round++) {
      const student = await signInWith(30)
      const [first, second] = [await select(student, 1), await select(student, 1)]
      const send = (cartIds: string[]) =>
        student.call(api.beginCheckout, { body: { cartIds, use_credit: true, expected_due: 19.99 } })
      const outcomes = await Promise.all([send(first), send(second), grant(student, -30)].map(readOutcome))
      expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
      const { balance, reserved } = await student.call(api.getCredit)
      expect([balance, reserved]).toEqual(outcomes[2] === 'OK' ? [0, 0] : [0, 30])
      expect(await audit(student)).toEqual([])
    }
  })

  it('whose money is reported late buys nothing where its credit is spent, and all that still fits otherwise', async () => {
    refuseWebhookEvents(application)
    const student = await signInWith(30)
    const late = await begin(student, await select(student, 1))
    await confirmCard(student, late.clientSecret ?? '')
    await release(late.orderId)
    await buy(student)
    const body = { transactionId: intentIn(late.clientSecret ?? '') }
    expect(await catchCode(student.call(api.recordPayment, { body }))).toBe('MONEY_RETURNED')
    await application.runJobs()
    expect(await readBalance(student)).toBe(0)
    const other = await signInWith(30)
    const inTime = await begin(other, await select(other, 1))
    await confirmCard(other, inTime.clientSecret ?? '')
    await release(inTime.orderId)
    await other.call(api.recordPayment, { body: { transactionId: intentIn(inTime.clientSecret ?? '') } })
    expect(await readBalance(other)).toBe(0)
    expect(await audit(student, other)).toEqual([])
  })

  it('spends nothing on a seat that is gone, whose card money goes back', async () => {
    const student = await signInWith(30)
    const [gone, other] = [await make(), await make()]
    const cartIds: string[] = []
    for (const { id: classId } of [gone, other])
      cartIds.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
    const started = await begin(student, cartIds)
    await application.services.db.update(classes).set({ archivedAt: Date.now() }).where(eq(classes.id, gone.id))
    await completePaying(student, started)
    await application.runJobs()
    expect(await readBalance(student)).toBe(15)
    const paid = (await listPayments(student)).toSorted((a, b) => a.price - b.price)
    expect(paid).toMatchObject([
      { price: 34.99, credit: 0, refunded: 34.99, status: 'refunded' },
      { price: 49.99, credit: 15, refunded: 0 },
    ])
    expect(await audit(student)).toEqual([])
  })
})

describe('a refund', () => {
  it('goes to the card as far as it paid, and the rest to credit, also in parts', async () => {
    const student = await signInWith(30)
    const params = { id: await buy(student) }
    const refund = (body: object) => admin.call(api.refundPayment, { params, body })
    await refund({ amount: 15, keep_seat: true })
    expect(await listPayments(student)).toMatchObject([{ refunded: 15, credited: 0 }])
    await refund({ amount: 10, keep_seat: true })
    expect(await listPayments(student)).toMatchObject([{ refunded: 19.99, credited: 5.01 }])
    expect(await catchCode(refund({ amount: 25 }))).toBe('REFUND_TOO_LARGE')
    await refund({})
    expect(await listPayments(student)).toMatchObject([{ refunded: 19.99, credited: 30, status: 'refunded' }])
    expect(await readBalance(student)).toBe(30)
    await application.runJobs()
    expect(await audit(student)).toEqual([])
  })

  it('is credit in place of money where an admin says so, and never more than was paid', async () => {
    const student = await signIn()
    const params = { id: await buy(student) }
    const refund = (body: object) => admin.call(api.refundPayment, { params, body })
    await refund({ amount: 20, credit: true })
    expect(await catchCode(refund({ amount: 30 }))).toBe('REFUND_TOO_LARGE')
    await refund({ credit: true })
    expect(await listPayments(student)).toMatchObject([{ refunded: 0, credited: 49.99, status: 'refunded' }])
    expect((await student.call(api.getCredit)).entries.map(({ kind }) => kind)).toContain('returned')
    expect(await audit(student)).toEqual([])
  })

  it('of two at once, one in money and one as credit, is never more than was paid', async () => {
    const student = await signIn()
    const params = { id: await buy(student) }
    const refund = (body: object) => readOutcome(admin.call(api.refundPayment, { params, body }))
    const outcomes = await Promise.all([refund({ amount: 30 }), refund({ amount: 30, credit: true })])
    expect(outcomes.toSorted()).toEqual(['OK', 'REFUND_TOO_LARGE'])
    expect(await audit(student)).toEqual([])
  })

  it('that was made at the provider ends no seat of which credit has paid a part', async () => {
    const student = await signInWith(30)
    const started = await begin(student, await select(student, 1))
    const params = { id: await completePaying(student, started) }
    const intentId = intentIn(started.clientSecret ?? '')
    await application.sandbox?.stripe.refunds.create({ payment_intent: intentId })
    await handleWebhookEvent(application.services, { id: `evt_${intentId}`, type: 'charge.refunded', intentId })
    expect(await listPayments(student)).toMatchObject([{ refunded: 19.99, credited: 0, status: 'paid', ended: null }])
    await admin.call(api.refundPayment, { params, body: {} })
    expect(await listPayments(student)).toMatchObject([{ refunded: 19.99, credited: 30, status: 'refunded' }])
    expect(await audit(student)).toEqual([])
  })

  it('of a cancellation gives credit by the terms, which the student is shown first', async () => {
    const steps = [{ hours_before: 0, refund_percent: 50, credit_percent: 50, fee: 0 }]
    const { insertedId: terms_id } = await admin.call(api.addTerms, { body: { name: 'Half', steps } as never })
    const startsAt = Date.now() + 10 * 86_400_000
    const student = await signIn()
    const { id: classId, runId } = await make({ termsId: terms_id, listPriceMinor: 5000 })
    await application.services.db.execute(
      sql`update runs set starts_at = ${startsAt}, ends_at = ${startsAt + 3_600_000}, time_zone = 'UTC' where id = ${runId}`,
    )
    const { insertedId } = await student.call(api.selectClass, { body: { classId } })
    const params = { id: await completePaying(student, await checkOut(student, [insertedId])) }
    expect(await student.call(api.getCancellation, { params })).toMatchObject({ refund: 25, credit: 25 })
    await student.call(api.cancelPayment, { params, body: { expected_refund: 25, expected_credit: 25 } })
    expect(await readBalance(student)).toBe(25)
    await application.runJobs()
    const texts = (await application.readEmails())
      .filter(({ to }) => to?.[0]?.address === student.user.email)
      .map(({ text }) => text)
    expect(texts.join()).toMatch(/given you \$25\.00 as credit/)
    expect(await audit(student)).toEqual([])
  })
})

describe('credit of a deleted account', () => {
  it('is posted as forgone with what its places give back, and cannot be given again', async () => {
    const student = await signInWith(30)
    const paymentId = await buy(student, { listPriceMinor: 1000 })
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    const rows = await application.services.db.select().from(credits).where(eq(credits.userId, student.user.id))
    expect(rows.filter(({ kind }) => kind === 'forgone').map(({ amountMinor }) => amountMinor)).toEqual([-3000])
    expect(await admin.call(api.getPayment, { params: { id: paymentId } })).toMatchObject({ credited: 10, refunded: 0 })
    expect(await catchCode(grant(student, 5))).toBe('NOT_FOUND')
    expect(await catchCode(admin.call(api.refundPayment, { params: { id: paymentId }, body: { credit: true } }))).toBe(
      'INVALID_INPUT',
    )
    expect(await auditIds([student.user.id, paymentId])).toEqual([])
  })

  it('gets nothing of later refunds: the card does, and the rest is forgone', async () => {
    const { db } = application.services
    const student = await signInWith(30)
    const id = await buy(student)
    const dispute = (isDisputed: boolean) => db.update(payments).set({ isDisputed }).where(eq(payments.id, id))
    await dispute(true)
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    await dispute(false)
    const refund = (body: object) => admin.call(api.refundPayment, { params: { id }, body })
    for (const body of [{}, { amount: 20 }, { amount: 5, credit: true }])
      expect(await catchError(refund(body))).toMatchObject({
        ...{ code: 'INVALID_INPUT', message: expect.stringContaining('account was deleted') },
      })
    await refund({ amount: 19.99 })
    const [paid] = await db.select().from(payments).where(eq(payments.id, id))
    await db
      .update(runs)
      .set({ canceledAt: Date.now() })
      .where(eq(runs.id, must(paid).runId))
    await refundPayment(application.services, id, { reason: 'run_canceled', requestedBy: null })
    await application.runJobs()
    const rows = await db.select().from(credits).where(eq(credits.userId, student.user.id))
    expect(rows.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['granted', 3000],
      ['forgone', -3000],
    ])
    const texts = (await application.readEmails())
      .filter(({ to }) => to?.[0]?.address === student.user.email)
      .map(({ text }) => text)
    expect(texts.join()).not.toMatch(/given you/)
    expect(await auditIds([student.user.id, id])).toEqual([])
  })
})
