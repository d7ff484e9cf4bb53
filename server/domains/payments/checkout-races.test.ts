import { and, eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import { CallError } from '#contract/call.ts'
import { MAX_HOLDS } from '#contract/values/limits.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { lockAllForSale } from '#server/domains/classes/runs/seats.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { CardProviderError } from '#server/ports/card-provider.ts'
import { type ClassOptions, type MadeClass, makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../testing/orders.ts'
import { beginPaying, beginPayingAll, buy, checkOut, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { attempts, isOpen } from './payments.table.ts'
import { reconcile } from './reconcile.ts'
import { handleWebhookEvent } from './webhook-events.ts'

const application = openForThisFile()

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>
const make = (options: ClassOptions = {}) => makeClass(application.services.db, options)
const readHeld = async ({ runId }: MadeClass) =>
  (await application.services.db.select().from(runs).where(eq(runs.id, runId)))[0]?.held
const countOpen = ({ user }: Student) =>
  application.services.db.$count(attempts, and(eq(attempts.userId, user.id), isOpen))
const listPayments = (student: Student) => student.call(api.listPayments, { query: { email: student.user.email } })

/** Returns OK or the code of the error. Rethrows an error of 500 and above. */
async function readOutcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'OK'
  } catch (error) {
    if (error instanceof CallError && error.statusCode < 500) return error.code
    throw error
  }
}

describe('checkouts at the same time', () => {
  it('of two students for the last seats in opposite orders: one gets both, the other none', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await make({ seats: 1 }), await make({ seats: 1 })]
      const students = [await signIn(), await signIn()]
      const outcomes = await Promise.all(
        students.map((student, index) =>
          readOutcome(beginPayingAll(student, index === 0 ? [one, other] : [other, one])),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['OK', 'SEATS_HELD'])
      expect([await readHeld(one), await readHeld(other)]).toEqual([1, 1])
      const held = await Promise.all(students.map(countOpen))
      expect(held.toSorted()).toEqual([0, 2])
    }
  })

  it('of two tabs with the same classes are one order', async () => {
    const student = await signIn()
    const { cartIds, orderId } = await beginPayingAll(student, [await make(), await make()])
    const [hold] = await student.call(api.listHolds)
    await student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    const started = await Promise.all(
      [1, 2, 3].map((tab) => checkOut(student, tab === 2 ? cartIds.toReversed() : cartIds)),
    )
    expect(new Set(started.map((one) => one.orderId)).size).toBe(1)
    expect(started[0]?.orderId).not.toBe(orderId)
    expect(await countOpen(student)).toBe(2)
  })

  it('of two tabs with some of the same classes leave one checkout of them, and one hold of each', async () => {
    const student = await signIn()
    const chosen = [await make(), await make(), await make()]
    const { cartIds } = await beginPayingAll(student, chosen)
    const outcomes = await Promise.all(
      [cartIds.slice(0, 2), cartIds.slice(1)].map((ids) => readOutcome(checkOut(student, ids))),
    )
    expect(outcomes).toContain('OK')
    const open = await application.services.db
      .select()
      .from(attempts)
      .where(and(eq(attempts.userId, student.user.id), isOpen))
    expect(new Set(open.map(({ orderId }) => orderId)).size).toBe(1)
    expect(open).toHaveLength(2)
    for (const one of chosen) expect(await readHeld(one)).toBe(open.filter(({ classId }) => classId === one.id).length)
  })

  it('of more classes than an account may hold stop at its limit', async () => {
    const student = await application.signedIn('student')
    const pairs = await Promise.all([1, 2, 3].map(async () => [await make(), await make()]))
    const outcomes = await Promise.all(pairs.map((pair) => readOutcome(beginPayingAll(student, pair))))
    expect(outcomes.toSorted()).toEqual(['OK', 'TOO_MANY_HOLDS', 'TOO_MANY_HOLDS'])
    expect(await countOpen(student)).toBe(2)
  })
})

describe('a checkout of which the provider was not heard', () => {
  it('gets the intent that was created for it, in whatever order its classes were read', async () => {
    const student = await signIn()
    const cartIds: string[] = []
    for (const name of ['Cliffs', 'Bridges', 'Alleys', 'Dunes']) {
      const { id: classId } = await make({ name })
      cartIds.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
    }
    const { cards } = application.services
    const { createIntent } = cards
    let created = ''
    cards.createIntent = async (order) => {
      created = (await createIntent(order)).clientSecret
      throw new CardProviderError('PROVIDER_UNAVAILABLE', { cause: null, isResponse: false })
    }
    onTestFinished(() => {
      cards.createIntent = createIntent
    })
    expect(await catchCode(checkOut(student, cartIds))).toBe('PROVIDER_UNAVAILABLE')
    cards.createIntent = createIntent
    expect((await checkOut(student, cartIds.toReversed())).clientSecret).toBe(created)
    expect(await countOpen(student)).toBe(4)
  })
})

it('a checkout is begun though its names are longer than the provider takes, and cut within a character', async () => {
  const student = await signIn()
  const name = `x${'🌊'.repeat(90)}`
  const chosen = [await make({ name }), await make({ name }), await make({ name })]
  expect((await beginPayingAll(student, chosen)).clientSecret).toMatch(/_secret_/)
})

describe('a checkout of more classes than any account may hold', () => {
  it('is refused without waiting for the sales of these classes', async () => {
    const student = await signIn()
    const chosen = await Promise.all(Array.from({ length: MAX_HOLDS + 1 }, () => make()))
    const cartIds: string[] = []
    for (const { id: classId } of chosen)
      cartIds.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
    await transaction(application.services.db, async (tx) => {
      await lockAllForSale(tx, [chosen[0]?.runId ?? ''])
      expect(await catchCode(checkOut(student, cartIds))).toBe('TOO_MANY_HOLDS')
    })
  })
})

describe('a paid checkout', () => {
  it('is settled once by its webhook event and POST /payments at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const student = await signIn()
      const chosen = [await make(), await make()]
      const { clientSecret } = await beginPayingAll(student, chosen)
      await confirmCard(student, clientSecret)
      const transactionId = intentIn(clientSecret)
      const record = () => student.call(api.recordPayment, { body: { transactionId } })
      const event = { id: `evt_${transactionId}`, type: 'payment_intent.succeeded', intentId: transactionId }
      const [first, , second] = await Promise.all([record(), handleWebhookEvent(application.services, event), record()])
      expect(first).toEqual(second)
      await expect.poll(async () => (await listPayments(student)).map(({ status }) => status)).toEqual(['paid', 'paid'])
      for (const one of chosen) expect(await readSeats(application, one)).toEqual({ seats: 9, enroll: 1 })
    }
  })

  it('whose hold ran out before it was recorded is settled by the reconciliation', async () => {
    refuseWebhookEvents(application)
    const student = await signIn()
    const chosen = [await make({ seats: 1 }), await make({ seats: 1 })]
    const { clientSecret, orderId } = await beginPayingAll(student, chosen)
    await confirmCard(student, clientSecret)
    await application.services.db.update(attempts).set({ heldUntil: 5 }).where(eq(attempts.orderId, orderId))
    await reconcile(application.services)
    expect((await listPayments(student)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    for (const one of chosen) expect(await readSeats(application, one)).toEqual({ seats: 0, enroll: 1 })
  })

  it('that had been released buys the seats that are free, and returns the money of one that is gone', async () => {
    refuseWebhookEvents(application)
    const student = await signIn()
    const [sold, free] = [await make({ seats: 1 }), await make()]
    const { clientSecret, orderId } = await beginPayingAll(student, [sold, free])
    await confirmCard(student, clientSecret)
    // As an earlier release may leave it: released, and not canceled at the provider.
    const { db } = application.services
    await db.update(attempts).set({ status: 'released', heldSeats: 0 }).where(eq(attempts.orderId, orderId))
    for (const { runId } of [sold, free]) await db.update(runs).set({ held: 0 }).where(eq(runs.id, runId))
    await buy(await signIn(), sold)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    await application.runJobs()
    const paid = await listPayments(student)
    expect(paid.find(({ classId }) => classId === sold.id)).toMatchObject({ refund: { reason: 'seat_gone' } })
    expect(paid.find(({ classId }) => classId === free.id)).toMatchObject({ refunded: 0, ended: null })
    expect(await application.services.cards.getIntent(intentIn(clientSecret))).toMatchObject({ refundedMinor: 4999 })
    const ids = new Set(paid.map(({ _id }) => _id))
    expect((await readAudit(application)).discrepancies.filter(({ id }) => ids.has(id))).toEqual([])
  })
})

describe('a held price', () => {
  it('of one class or of several is paid as it was held, whatever the class costs by then', async () => {
    const instructor = await application.signedIn('instructor')
    const taught = await make({ instructorId: instructor.user.id })
    const [alone, several] = [await signIn(), await signIn()]
    const single = await beginPaying(alone, taught)
    const { cartIds, ...order } = await beginPayingAll(several, [taught, await make()])
    for (const price of [80, 30]) {
      expect(await instructor.call(api.changeClass, { params: { id: taught.id }, body: { price } })).toEqual({
        modifiedCount: 1,
      })
      const { cartId } = single
      expect(await alone.call(api.getCartItem, { params: { id: cartId } })).toMatchObject({
        price: 49.99,
        problem: null,
      })
      const again = await alone.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
      expect(again.clientSecret).toBe(single.clientSecret)
      expect(await checkOut(several, cartIds)).toMatchObject({ orderId: order.orderId, due: 99.98 })
    }
    for (const [student, { clientSecret }] of [
      [alone, single],
      [several, order],
    ] as const) {
      await confirmCard(student, clientSecret)
      await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
      const paid = await listPayments(student)
      expect(paid.find(({ classId }) => classId === taught.id)).toMatchObject({ price: 49.99, list_price: 49.99 })
    }
  })

  it('gives way to the price of now where the student names that one', async () => {
    const instructor = await application.signedIn('instructor')
    const taught = await make({ instructorId: instructor.user.id })
    const student = await signIn()
    const { cartIds, clientSecret } = await beginPayingAll(student, [taught, await make()])
    await instructor.call(api.changeClass, { params: { id: taught.id }, body: { price: 30 } })
    const begin = (due: number) => student.call(api.beginCheckout, { body: { cartIds, expected_due: due } })
    expect(await catchCode(begin(1))).toBe('AMOUNT_CHANGED')
    expect(await begin(79.99)).toMatchObject({ due: 79.99 })
    expect((await confirmCard(student, clientSecret)).statusCode).toBe(400)
    const [cartId = ''] = cartIds
    await student.call(api.createPaymentIntent, { body: { price: 30, cartId } })
    expect(await student.call(api.getCartItem, { params: { id: cartId } })).toMatchObject({ price: 30 })
  })

  it('ends with its hold', async () => {
    const instructor = await application.signedIn('instructor')
    const taught = await make({ instructorId: instructor.user.id })
    const student = await signIn()
    const { cartId } = await beginPaying(student, taught)
    await instructor.call(api.changeClass, { params: { id: taught.id }, body: { price: 80 } })
    await application.services.db.update(attempts).set({ heldUntil: 5 }).where(eq(attempts.cartId, cartId))
    await reconcile(application.services)
    expect(await student.call(api.getCartItem, { params: { id: cartId } })).toMatchObject({
      price: 80,
      problem: 'dearer',
    })
    const begin = (price: number) => student.call(api.createPaymentIntent, { body: { price, cartId } })
    expect(await catchCode(begin(49.99))).toBe('PRICE_CHANGED')
    expect(await begin(80)).toHaveProperty('clientSecret')
  })
})
