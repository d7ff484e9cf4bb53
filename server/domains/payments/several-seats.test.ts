import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { NewTerms } from '#contract/terms.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { makeCoupon } from '../../../testing/coupons.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../testing/orders.ts'
import { beginPaying, beginPayingAll, buy, buyAll, checkOut, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { enrolments, isActive } from '../enrolments/enrolments.table.ts'
import { attempts, isOpen } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const DAY = 24 * 3_600_000

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

/** A date in ten days of a class. */
async function makeDate({
  seats = 5,
  terms = {},
  price = 4999,
}: {
  seats?: number
  terms?: Partial<NewTerms>
  price?: number
} = {}) {
  const { db } = application.services
  const { insertedId: termsId } = await admin.call(api.addTerms, { body: NewTerms.parse({ name: 'Party', ...terms }) })
  const made = await makeClass(db, { termsId, listPriceMinor: price })
  const run = await makeRun(db, made.id, { startsAt: Date.now() + 10 * DAY, seats })
  await db.delete(runs).where(eq(runs.id, made.runId))
  return { ...made, runId: run.id }
}
type Made = Awaited<ReturnType<typeof makeDate>>

const own = ({ user }: Student) => ({ query: { email: user.email } })
const listPayments = (student: Student) => student.call(api.listPayments, own(student))
const select = (student: Visitor, { id: classId, runId }: Made, seats?: number) =>
  student.call(api.selectClass, { body: { classId, runId, seats } })
const countHeld = async ({ runId }: Made) =>
  (await application.services.db.select().from(runs).where(eq(runs.id, runId)))[0]?.held
const expectNoDiscrepancies = async () => expect((await readAudit(application)).discrepancies).toEqual([])
const listSeats = async ({ user }: Student) =>
  (
    await application.services.db
      .select({ seat: enrolments.seat })
      .from(enrolments)
      .where(and(eq(enrolments.userId, user.id), isActive))
  ).map(({ seat }) => seat)

/** Buys the one seat that a student was offered, and returns its price. */
async function buyOffered(student: Student, made: Made) {
  const { due, clientSecret } = await beginPayingAll(student, [made])
  await confirmCard(student, clientSecret)
  await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
  return due
}

const SENTENCES = [
  'You keep your other seats.',
  'You cancelled one of your seats. You keep the others.',
  'You are no longer enrolled.',
  'You cancelled your enrolment.',
]

describe('several seats', () => {
  it('are selected at the price of one, bought in one order with a line and a payment for each, and counted', async () => {
    const made = await makeDate()
    const student = await signIn()
    const { insertedId: cartId } = await select(student, made, 3)
    expect(await student.call(api.listCart, own(student))).toMatchObject([
      { seats: 3, price: 49.99, total: 149.97, selected_price: 49.99, problem: null },
    ])
    const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(await countHeld(made)).toBe(3)
    expect(await student.call(api.listHolds)).toHaveLength(3)
    const again = await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(again.clientSecret).toBe(clientSecret)
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const [order] = await student.call(api.listOrders)
    expect(order).toMatchObject({ total: 149.97, paid: 149.97, state: 'completed' })
    expect(order?.lines.map(({ kind, amount }) => [kind, amount])).toEqual(
      Array.from({ length: 3 }, () => ['seat', 49.99]),
    )
    expect((await listPayments(student)).map(({ price }) => price)).toEqual([49.99, 49.99, 49.99])
    expect((await listSeats(student)).toSorted()).toEqual([1, 2, 3])
    expect(await readSeats(application, made)).toEqual({ seats: 2, enroll: 3 })
    expect(await countHeld(made)).toBe(0)
    expect(await student.call(api.listCart, own(student))).toEqual([])
    expect(await student.call(api.listEnrolledClasses, own(student))).toHaveLength(1)
    const roster = await admin.call(api.listRunStudents, { params: { id: made.runId } })
    expect(roster.map(({ name, seat }) => [name, seat])).toEqual([1, 2, 3].map((seat) => [student.user.name, seat]))
    await expectNoDiscrepancies()
  })

  it('have one receipt with a line for each, which names the date once', async () => {
    const made = await makeDate()
    const student = await signIn()
    await buy(student, { ...made, party: 2 })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const receipt = emails.find(({ subject }) => subject?.startsWith('Receipt'))
    const text = receipt?.text ?? ''
    expect(text).toContain(`You are enrolled in ${made.name} (2 seats).`)
    expect(text.match(/Receipt \d+: /g)).toHaveLength(2)
    expect(text.match(/When/g)).toHaveLength(1)
    expect(text).toContain('$99.98, paid by card')
  })

  it.each([0, 11, 1.5, '3', -1])('are from 1 to 10: not %s', async (seats) => {
    const made = await makeDate({ seats: 20 })
    const student = await signIn()
    expect(await catchCode(select(student, made, seats as number))).toBe('INVALID_INPUT')
  })

  it('are not selected where the date has fewer, and held all or none', async () => {
    const made = await makeDate({ seats: 3 })
    const [first, second] = [await signIn(), await signIn()]
    expect(await catchCode(select(first, made, 4))).toBe('TOO_FEW_SEATS')
    expect(await catchCode(first.call(api.selectClass, { body: { classId: made.id, seats: 4 } }))).toBe('TOO_FEW_SEATS')
    const { insertedId: cartId } = await select(second, made, 3)
    await beginPaying(first, { ...made, party: 2 })
    expect(await catchCode(second.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('SEATS_HELD')
    expect(await countHeld(made)).toBe(2)
    await expectNoDiscrepancies()
  })

  it('sold to others make a selection of more sold out', async () => {
    const made = await makeDate({ seats: 3 })
    const [first, second] = [await signIn(), await signIn()]
    const { insertedId: cartId } = await select(second, made, 2)
    await buy(first, { ...made, party: 2 })
    expect(await second.call(api.listCart, own(second))).toMatchObject([{ seats: 2, problem: 'sold_out' }])
    expect(await catchCode(second.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe(
      'TOO_FEW_SEATS',
    )
  })

  it('count in the limits on holding: 10 of a confirmed account, 2 of an unconfirmed one', async () => {
    const [big, other] = [await makeDate({ seats: 30 }), await makeDate({ seats: 30 })]
    const student = await signIn()
    await beginPaying(student, { ...big, party: 9 })
    const { insertedId } = await select(student, other, 2)
    const error = await catchError(
      student.call(api.createPaymentIntent, { body: { price: 49.99, cartId: insertedId } }),
    )
    expect(error.code).toBe('TOO_MANY_HOLDS')
    expect(await countHeld(other)).toBe(0)
    const unconfirmed = await application.signedIn('student')
    expect(await catchCode(beginPaying(unconfirmed, { ...other, party: 3 }))).toBe('TOO_MANY_HOLDS')
    await beginPaying(await application.signedIn('student'), { ...other, party: 2 })
    expect(await countHeld(other)).toBe(2)
  })

  it('and unconfirmed accounts hold half of a date together, counted in seats', async () => {
    const made = await makeDate({ seats: 6 })
    for (const seats of [2, 1]) await beginPaying(await application.signedIn('student'), { ...made, party: seats })
    expect(await catchCode(beginPaying(await application.signedIn('student'), { ...made, party: 1 }))).toBe(
      'TOO_MANY_HOLDS',
    )
  })

  it('are released together', async () => {
    const made = await makeDate()
    const student = await signIn()
    const { cartId } = await beginPaying(student, { ...made, party: 3 })
    const [hold] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    expect(await countHeld(made)).toBe(0)
    await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    const { db } = application.services
    await db
      .update(attempts)
      .set({ heldUntil: 1, heldSince: 1 })
      .where(and(eq(attempts.userId, student.user.id), isOpen))
    await reconcile(application.services)
    expect(await countHeld(made)).toBe(0)
    await expectNoDiscrepancies()
  })

  it('whose money comes late are bought all or none', async () => {
    refuseWebhookEvents(application)
    const made = await makeDate({ seats: 3 })
    const [late, other] = [await signIn(), await signIn()]
    const { clientSecret } = await beginPaying(late, { ...made, party: 3 })
    const { db } = application.services
    await db.update(attempts).set({ status: 'released' }).where(eq(attempts.userId, late.user.id))
    await buy(other, { ...made, party: 1 })
    await confirmCard(late, clientSecret)
    const record = late.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await catchCode(record)).toBe('MONEY_RETURNED')
    expect(await readSeats(application, made)).toEqual({ seats: 2, enroll: 1 })
    await application.runJobs()
    expect((await listPayments(late)).map(({ refunded }) => refunded)).toEqual([49.99, 49.99, 49.99])
    await expectNoDiscrepancies()
  })

  it('are paid together with other classes, with a coupon whose cents add up, and the preview is what the checkout charges', async () => {
    const [party, single] = [await makeDate({ price: 3333 }), await makeDate({ price: 5000 })]
    const { code } = await makeCoupon(admin, { kind: 'percent', value: 10 })
    const student = await signIn()
    const cartIds = [(await select(student, party, 3)).insertedId, (await select(student, single)).insertedId]
    const body = { cartIds, code }
    const shown = await student.call(api.previewCheckout, { body })
    expect(shown.lines.filter(({ kind }) => kind === 'seat').map(({ amount }) => amount)).toEqual([
      33.33, 33.33, 33.33, 50,
    ])
    expect(shown.lines.filter(({ kind }) => kind === 'discount')).toHaveLength(2)
    expect(shown).toMatchObject({ total: 134.99, due: 134.99 })
    expect(shown.terms).toHaveLength(2)
    const started = await student.call(api.beginCheckout, { body: { ...body, expected_due: shown.due } })
    expect(await student.call(api.previewCheckout, { body })).toEqual(shown)
    const again = await student.call(api.beginCheckout, { body: { ...body, expected_due: shown.due } })
    expect(again).toEqual(started)
    await confirmCard(student, started.clientSecret ?? '')
    await student.call(api.recordPayment, { body: { transactionId: intentIn(started.clientSecret ?? '') } })
    const order = await student.call(api.getOrder, { params: { id: started.orderId } })
    expect(order).toMatchObject({ total: 134.99, paid: 134.99 })
    expect(order.lines.filter(({ kind }) => kind === 'seat')).toHaveLength(4)
    await expectNoDiscrepancies()
  })

  it('are given up one by one, each for what its terms give', async () => {
    const made = await makeDate({ terms: { free_days: 14 } })
    const student = await signIn()
    await buyAll(student, [{ ...made, party: 3 }])
    const [, second] = await listPayments(student)
    expect(second).toMatchObject({ may_cancel: true })
    const params = { id: second?._id ?? '' }
    expect(await student.call(api.cancelPayment, { params, body: { expected_refund: 49.99 } })).toEqual({
      modifiedCount: 1,
    })
    expect(await student.call(api.cancelPayment, { params })).toEqual({ modifiedCount: 0 })
    // The event of the provider confirms them.
    await expect
      .poll(async () => (await listPayments(student)).map(({ status }) => status).toSorted())
      .toEqual(['paid', 'paid', 'refunded'])
    expect(await readSeats(application, made)).toEqual({ seats: 3, enroll: 2 })
    expect(await student.call(api.listEnrolledClasses, own(student))).toHaveLength(1)
    await application.runJobs()
    await expectNoDiscrepancies()
  })

  it('that end or go to a substitute leave who has others enrolled, and the e-mails say so', async () => {
    const made = await makeDate({ terms: { free_days: 14 } })
    const student = await signIn()
    await buy(student, { ...made, party: 3 })
    /** Returns which of the sentences the student has read. */
    const listRead = async () => {
      const all = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
      return SENTENCES.filter((sentence) => all.some(({ text }) => text?.includes(sentence)))
    }
    const [first, second, third] = (await student.call(api.listSeats)).toReversed()
    const replace = async (id = '') => {
      const { user } = await signIn()
      await student.call(api.nameSubstitute, { params: { id }, body: { email: user.email, name: user.name } })
    }
    const cancel = (id = '') => student.call(api.cancelPayment, { params: { id }, body: {} })
    await replace(first?._id)
    expect(await listRead()).toEqual(SENTENCES.slice(0, 1))
    const [row] = await application.services.db
      .select()
      .from(enrolments)
      .where(eq(enrolments.id, second?._id ?? ''))
    await cancel(row?.paymentId ?? '')
    expect(await listRead()).toEqual(SENTENCES.slice(0, 2))
    await replace(third?._id)
    expect(await listRead()).toEqual(SENTENCES.slice(0, 3))
    await cancel((await listPayments(student)).find(({ ended }) => ended === null)?._id)
    expect(await listRead()).toEqual(SENTENCES)
    await expectNoDiscrepancies()
  })

  it('move with the selection to another date that has as many', async () => {
    const made = await makeDate()
    const { db } = application.services
    const startsAt = Date.now() + 20 * DAY
    const [small, large] = [
      await makeRun(db, made.id, { startsAt, seats: 2 }),
      await makeRun(db, made.id, { startsAt, seats: 3 }),
    ]
    const student = await signIn()
    const { insertedId } = await select(student, made, 3)
    const [item] = await student.call(api.listCart, own(student))
    expect(item?.dates.map(({ _id }) => _id)).toEqual([large.id])
    const change = (runId: string) => student.call(api.changeCartDate, { params: { id: insertedId }, body: { runId } })
    expect(await catchCode(change(small.id))).toBe('TOO_FEW_SEATS')
    await change(large.id)
    expect(await student.call(api.listCart, own(student))).toMatchObject([{ seats: 3, runId: large.id }])
  })

  it('end with the account, and a checkout of two students never sells one seat twice', async () => {
    const made = await makeDate({ seats: 4 })
    const [gone, ...others] = [await signIn(), await signIn(), await signIn()]
    await buy(gone, { ...made, party: 2 })
    await admin.call(api.deleteUser, { params: { id: gone.user.id } })
    expect(await readSeats(application, made)).toEqual({ seats: 4, enroll: 0 })
    const outcomes = await Promise.allSettled(others.map((student) => beginPayingAll(student, [{ ...made, party: 3 }])))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countHeld(made)).toBe(3)
    await application.runJobs()
    await expectNoDiscrepancies()
  })

  it('that others give back are sold, as many as are missing', async () => {
    const made = await makeDate({ seats: 3, terms: { free_days: 0, resale: 'full' } })
    const [seller, buyer] = [await signIn(), await signIn()]
    await buy(seller, { ...made, party: 3 })
    for (const { _id: id } of (await listPayments(seller)).slice(0, 2))
      await seller.call(api.returnSeat, { params: { id }, body: { on: true } })
    await buy(buyer, { ...made, party: 2 })
    expect((await listSeats(buyer)).toSorted()).toEqual([1, 2])
    expect(await listSeats(seller)).toHaveLength(1)
    await application.runJobs()
    await expectNoDiscrepancies()
  })

  it('beyond those that a student was offered cost what they cost now', async () => {
    const made = await makeDate({ seats: 3, terms: { free_days: 14 } })
    const [first, waiting] = [await signIn(), await signIn()]
    await buy(first, { ...made, party: 3 })
    await waiting.call(api.joinWaitingList, { params: { id: made.runId }, body: { seats: 1 } })
    for (const { _id: id } of await listPayments(first))
      await first.call(api.cancelPayment, { params: { id }, body: {} })
    await admin.call(api.changeRun, { params: { id: made.runId }, body: { price: 80 } })
    const { cartIds, due } = await beginPayingAll(waiting, [{ ...made, party: 2 }])
    expect(due).toBe(160)
    expect(await waiting.call(api.listCart, own(waiting))).toMatchObject([{ price: 80, total: 160, problem: null }])
    expect(await checkOut(waiting, cartIds)).toMatchObject({ due: 160 })
    await waiting.call(api.removeCartItem, { params: { id: cartIds[0] ?? '' } })
    expect(await buyOffered(waiting, made)).toBe(49.99)
    await expectNoDiscrepancies()
  })

  it('can be paid with the call for all classes', async () => {
    const made = await makeDate()
    const student = await signIn()
    const { insertedId } = await select(student, made, 2)
    expect(await checkOut(student, [insertedId])).toMatchObject({ due: 99.98 })
  })
})
