import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { type ClassOptions, type MadeClass, makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../testing/orders.ts'
import { beginPaying, beginPayingAll, buy, buyAll, checkOut, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'
import { attempts, isOpen } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

const application = openForThisFile()

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

const make = (options: ClassOptions = {}) => makeClass(application.services.db, options)
const makeMany = (count: number) => Promise.all(Array.from({ length: count }, () => make()))

/** Selects classes. Returns the ids of the items. */
async function select(student: Student, chosen: MadeClass[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id: classId } of chosen)
    ids.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
  return ids
}

const readOpen = ({ user }: Student) =>
  application.services.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.userId, user.id), isOpen))

const readHeld = async ({ runId }: MadeClass) =>
  (await application.services.db.select().from(runs).where(eq(runs.id, runId)))[0]?.held

const listPayments = (student: Student) => student.call(api.listPayments, { query: { email: student.user.email } })

/** Returns what the audit finds about the orders of a student. */
async function auditOrders(student: Student): Promise<string[]> {
  const orders = await student.call(api.listOrders)
  const ids = new Set(orders.flatMap(({ _id, payments }) => [_id, ...payments.map((payment) => payment._id)]))
  return (await readAudit(application)).discrepancies.filter(({ id }) => ids.has(id)).map(({ text }) => text)
}

describe('the preview of a checkout', () => {
  it('has a line for each class, their sum and their terms, and holds nothing', async () => {
    const student = await signIn()
    const chosen = [
      await make({ name: 'Fog', listPriceMinor: 1001 }),
      await make({ name: 'Dawn', listPriceMinor: 250 }),
    ]
    const cartIds = await select(student, chosen)
    const preview = await student.call(api.previewCheckout, { body: { cartIds } })
    expect(preview).toMatchObject({
      lines: [
        { kind: 'seat', text: 'Fog', cartId: cartIds[0], amount: 10.01 },
        { kind: 'seat', text: 'Dawn', cartId: cartIds[1], amount: 2.5 },
      ],
      ...{ total: 12.51, credit: 0, voucher: 0, due: 12.51 },
    })
    expect(preview.terms.map(({ classId }) => classId)).toEqual(chosen.map(({ id }) => id))
    expect(preview.terms[0]?.steps[0]).toMatchObject({ refund: 10.01, credit: 0 })
    expect(await readOpen(student)).toEqual([])
  })

  it.each(['previewCheckout', 'beginCheckout'] as const)(
    'and the checkout (%s) refuse items of others, unknown ones, none, one twice, and malformed codes',
    async (call) => {
      const [student, other] = [await signIn(), await signIn()]
      const [own = '', foreign = ''] = [
        ...(await select(student, [await make()])),
        ...(await select(other, [await make()])),
      ]
      const send = (body: object) => student.call(api[call], { body: { expected_due: 1, ...body } as never })
      for (const id of [foreign, randomUUID(), 'nonsense'])
        expect(await catchCode(send({ cartIds: [own, id] }))).toBe('NOT_FOUND')
      for (const cartIds of [[], [own, own], [own, own.toUpperCase()], own, Array.from({ length: 101 }, randomUUID)])
        expect(await catchCode(send({ cartIds }))).toBe('INVALID_INPUT')
      expect(await catchCode(send({ cartIds: [own], use_credit: 'yes' }))).toBe('INVALID_INPUT')
      for (const code of [5, [5], 'x'.repeat(101), '\0'])
        expect(await catchCode(send({ cartIds: [own], code }))).toBe('INVALID_INPUT')
      expect(await readOpen(student)).toEqual([])
    },
  )

  it.each(['instructor', 'admin'] as const)('and the checkout are refused to an %s', async (role) => {
    const user = await application.signedIn(role)
    const body = { cartIds: [randomUUID()], expected_due: 1 }
    expect(await catchCode(user.call(api.previewCheckout, { body }))).toBe('NOT_ALLOWED')
    expect(await catchCode(user.call(api.beginCheckout, { body }))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.beginCheckout, { body }))).toBe('NOT_SIGNED_IN')
  })
})

describe('a checkout of several classes', () => {
  it('takes one card payment for all, enrols in each, and shows each with the same order', async () => {
    const student = await signIn()
    const chosen = [await make({ listPriceMinor: 1001 }), await make({ listPriceMinor: 250 }), await make()]
    const { orderId, number, due, clientSecret } = await beginPayingAll(student, chosen)
    expect(due).toBe(62.5)
    expect(await Promise.all(chosen.map(readHeld))).toEqual([1, 1, 1])
    const transactionId = intentIn(clientSecret)
    expect(await application.services.cards.getIntent(transactionId)).toMatchObject({ amountMinor: 6250 })
    expect(await student.call(api.getOrder, { params: { id: orderId } })).toMatchObject({ state: 'open', number, due })
    await confirmCard(student, clientSecret)
    const record = () => student.call(api.recordPayment, { body: { transactionId } })
    const { paymentResult } = await record()
    expect(await record()).toEqual({ paymentResult })
    const paid = await listPayments(student)
    expect(paid.find(({ _id }) => _id === paymentResult.insertedId)?.classId).toBe(chosen[0]?.id)
    expect(paid.map(({ price }) => price).sort()).toEqual([10.01, 2.5, 49.99].sort())
    for (const payment of paid) expect(payment).toMatchObject({ order: number, transactionId, ended: null })
    expect(new Set(paid.map(({ receipt }) => receipt)).size).toBe(3)
    for (const one of chosen) expect(await readSeats(application, one)).toEqual({ seats: 9, enroll: 1 })
    expect(await Promise.all(chosen.map(readHeld))).toEqual([0, 0, 0])
    expect(await student.call(api.listCart, { query: { email: student.user.email } })).toEqual([])
    const [order] = await student.call(api.listOrders)
    expect(order).toMatchObject({ _id: orderId, state: 'completed', total: 62.5, paid: 62.5, due: 0 })
    expect([order?.lines.length, order?.payments.length]).toEqual([3, 3])
    expect(await auditOrders(student)).toEqual([])
  })

  it('e-mails one receipt with a line for each class', async () => {
    const student = await signIn()
    const chosen = [
      await make({ name: 'Fog', listPriceMinor: 1000 }),
      await make({ name: 'Dawn', listPriceMinor: 2050 }),
    ]
    await buyAll(student, chosen)
    await application.runJobs()
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const [{ number } = { number: 0 }] = await student.call(api.listOrders)
    expect(emails.map(({ subject }) => subject)).toEqual([`Receipt of order ${number}`])
    for (const text of [/Receipt \d+: Fog, \$10\.00/, /Receipt \d+: Dawn, \$20\.50/, /\$30\.50, paid by card/])
      expect(emails[0]?.text).toMatch(text)
  })

  it('of one class is the order of the call for one class, and the other way round', async () => {
    const student = await signIn()
    const { cartId, clientSecret } = await beginPaying(student, await make())
    const started = await checkOut(student, [cartId])
    expect(started.clientSecret).toBe(clientSecret)
    const again = await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect(again.clientSecret).toBe(clientSecret)
    expect(await readOpen(student)).toHaveLength(1)
  })

  it('is not settled by another student, nor before it is paid', async () => {
    const [student, other] = [await signIn(), await signIn()]
    const { clientSecret } = await beginPayingAll(student, await makeMany(2))
    const body = { transactionId: intentIn(clientSecret) }
    expect(await catchCode(other.call(api.recordPayment, { body }))).toBe('NOT_FOUND')
    expect(await catchCode(student.call(api.recordPayment, { body }))).toBe('NOT_PAID')
    expect(await listPayments(student)).toEqual([])
  })

  it('returns the same order again, in any order of the classes, and renews the hold of all', async () => {
    const student = await signIn()
    const { cartIds, orderId, clientSecret } = await beginPayingAll(student, await makeMany(2))
    await application.services.db.update(attempts).set({ heldUntil: 5 }).where(eq(attempts.orderId, orderId))
    expect(await checkOut(student, cartIds.toReversed())).toMatchObject({ orderId, clientSecret })
    for (const { heldUntil } of await readOpen(student)) expect(heldUntil).toBeGreaterThan(Date.now())
  })

  it('ends an earlier one that has some of the classes, whose card can no longer be charged', async () => {
    const student = await signIn()
    const chosen = await makeMany(3)
    const first = await beginPayingAll(student, chosen.slice(0, 2))
    const second = await checkOut(student, [...first.cartIds, ...(await select(student, chosen.slice(2)))])
    expect((await confirmCard(student, first.clientSecret)).statusCode).toBe(400)
    expect((await readOpen(student)).map(({ orderId }) => orderId)).toEqual(Array(3).fill(second.orderId))
    const [cartId = ''] = first.cartIds
    await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    expect((await confirmCard(student, second.clientSecret)).statusCode).toBe(400)
    expect(await readOpen(student)).toHaveLength(1)
    expect(await Promise.all(chosen.map(readHeld))).toEqual([1, 0, 0])
    expect(await auditOrders(student)).toEqual([])
  })

  it.each(['before its webhook event', 'after it'])(
    'settles an earlier one that turns out to be paid, %s, and says so',
    async (when) => {
      if (when === 'before its webhook event') refuseWebhookEvents(application)
      const student = await signIn()
      const chosen = await makeMany(3)
      const { cartIds, clientSecret } = await beginPayingAll(student, chosen.slice(0, 2))
      await confirmCard(student, clientSecret)
      if (when === 'after it')
        await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
      const others = [...cartIds, ...(await select(student, chosen.slice(2)))]
      const begin = (ids: string[]) =>
        student.call(api.beginCheckout, { body: { cartIds: ids, expected_due: ids.length * 49.99 } })
      expect(await catchError(begin(others))).toMatchObject({ statusCode: 409, code: 'ALREADY_PAID' })
      expect(await listPayments(student)).toHaveLength(2)
      expect(await catchCode(begin(cartIds))).toBe('ALREADY_PAID')
      expect(await begin(others.slice(2))).toMatchObject({ due: 49.99 })
    },
  )

  it('of the same classes that is paid already is settled, and says so', async () => {
    refuseWebhookEvents(application)
    const student = await signIn()
    const { cartIds, clientSecret, due } = await beginPayingAll(student, await makeMany(2))
    await confirmCard(student, clientSecret)
    const begin = student.call(api.beginCheckout, { body: { cartIds, expected_due: due } })
    expect(await catchCode(begin)).toBe('ALREADY_PAID')
    expect(await listPayments(student)).toHaveLength(2)
  })

  it('holds nothing where one class is sold out, and names it', async () => {
    const student = await signIn()
    const [free, last] = [await make(), await make({ name: 'Night Harbour', seats: 1 })]
    const cartIds = await select(student, [free, last])
    await buy(await signIn(), last)
    const begin = student.call(api.beginCheckout, { body: { cartIds, expected_due: 99.98 } })
    expect(await catchError(begin)).toMatchObject({
      ...{ statusCode: 409, code: 'SEATS_GONE', message: expect.stringContaining('Night Harbour: ') },
    })
    expect(await readOpen(student)).toEqual([])
    expect(await readHeld(free)).toBe(0)
  })

  it('holds nothing where the last seat of one class is in checkout or its date is closed, and names it', async () => {
    const student = await signIn()
    const free = await make()
    const held = await make({ name: 'Held', seats: 1 })
    const closed = await make({ name: 'Closed' })
    const [freeId = '', ...others] = await select(student, [free, held, closed])
    await beginPaying(await signIn(), held)
    const { db } = application.services
    await db.update(runs).set({ lastMoment: 1 }).where(eq(runs.id, closed.runId))
    const begin = (id: string) =>
      student.call(api.beginCheckout, { body: { cartIds: [freeId, id], expected_due: 99.98 } })
    const [heldId = '', closedId = ''] = others
    expect(await catchError(begin(heldId))).toMatchObject({
      code: 'SEATS_HELD',
      message: expect.stringMatching(/^Held: /),
    })
    expect(await catchError(begin(closedId))).toMatchObject({
      code: 'RUN_CLOSED',
      message: expect.stringMatching(/^Closed: /),
    })
    expect(await readHeld(free)).toBe(0)
  })

  it('is refused at another amount than the student was shown, and says the new one', async () => {
    const student = await signIn()
    const chosen = await makeMany(2)
    const cartIds = await select(student, chosen)
    await application.services.db
      .update(classes)
      .set({ listPriceMinor: 6000 })
      .where(eq(classes.id, chosen[0]?.id ?? ''))
    const begin = (due: number) => student.call(api.beginCheckout, { body: { cartIds, expected_due: due } })
    for (const due of [99.98, 0, 109.98, 109.9901])
      expect(await catchError(begin(due))).toMatchObject({
        ...{ statusCode: 409, code: 'AMOUNT_CHANGED', message: expect.stringContaining('$109.99') },
      })
    expect(await readOpen(student)).toEqual([])
    expect(await begin(109.99)).toMatchObject({ due: 109.99 })
  })

  it('is refused above the largest amount of a card, and holds nothing', async () => {
    const student = await signIn()
    const chosen = [await make({ listPriceMinor: 99_999_999 }), await make()]
    const cartIds = await select(student, chosen)
    const begin = student.call(api.beginCheckout, { body: { cartIds, expected_due: 1_000_049.98 } })
    expect(await catchError(begin)).toMatchObject({
      ...{ statusCode: 409, code: 'AMOUNT_TOO_LARGE', message: expect.stringContaining('$999,999.99') },
    })
    expect(await readOpen(student)).toEqual([])
  })

  it.each([
    ['2 seats while its address is unconfirmed', () => application.signedIn('student'), 2],
    ['10 seats once its address is confirmed', signIn, 10],
  ])('is refused to an account for more than %s, other holds counted', async (_, signInAs, max) => {
    const student = await signInAs()
    const cartIds = await select(student, await makeMany(max + 1))
    expect(await catchError(checkOut(student, cartIds))).toMatchObject({
      ...{ statusCode: 409, code: 'TOO_MANY_HOLDS', message: expect.stringContaining(`${max} seats`) },
    })
    expect(await readOpen(student)).toEqual([])
    const { clientSecret } = await checkOut(student, cartIds.slice(0, max))
    expect(await catchCode(checkOut(student, cartIds.slice(max)))).toBe('TOO_MANY_HOLDS')
    expect(await readOpen(student)).toHaveLength(max)
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readOpen(student)).toEqual([])
  })

  it('is released as a whole: with one of its holds, its cart items or the account, and when it runs out', async () => {
    const begin = async () => {
      const student = await signIn()
      const chosen = await makeMany(2)
      return { student, chosen, ...(await beginPayingAll(student, chosen)) }
    }
    const released = [await begin(), await begin(), await begin(), await begin()]
    const [byHold, byItem, byAccount, byTime] = released
    const [, hold] = (await byHold?.student.call(api.listHolds)) ?? []
    await byHold?.student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    await byItem?.student.call(api.removeCartItem, { params: { id: byItem.cartIds[1] ?? '' } })
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: byAccount?.student.user.id ?? '' } })
    await application.runJobs()
    const { db } = application.services
    await db
      .update(attempts)
      .set({ heldUntil: 5 })
      .where(eq(attempts.orderId, byTime?.orderId ?? ''))
    await reconcile(application.services)
    for (const { student, chosen, clientSecret } of released) {
      expect(await readOpen(student)).toEqual([])
      expect(await Promise.all(chosen.map(readHeld))).toEqual([0, 0])
      expect((await confirmCard(application.visitor, clientSecret)).statusCode).toBe(400)
    }
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('that the provider refuses holds nothing', async () => {
    const student = await signIn()
    const cartIds = await select(student, await makeMany(2))
    const { cards } = application.services
    const { createIntent } = cards
    const { CardProviderError } = await import('#server/ports/card-provider.ts')
    cards.createIntent = () =>
      Promise.reject(new CardProviderError('PROVIDER_REFUSED', { cause: null, isResponse: true }))
    expect(await catchCode(checkOut(student, cartIds))).toBe('PROVIDER_REFUSED')
    cards.createIntent = createIntent
    expect(await readOpen(student)).toEqual([])
    expect(await checkOut(student, cartIds)).toHaveProperty('clientSecret')
  })

  it('of which a class is withdrawn while it is paid returns the money of that seat only', async () => {
    refuseWebhookEvents(application)
    const student = await signIn()
    const [gone, stays] = [await make({ name: 'Gone' }), await make({ name: 'Stays' })]
    const { clientSecret } = await beginPayingAll(student, [gone, stays])
    await confirmCard(student, clientSecret)
    const admin = await application.signedIn('admin')
    await admin.call(api.withdrawClass, { params: { id: gone.id } })
    const transactionId = intentIn(clientSecret)
    const { paymentResult } = await student.call(api.recordPayment, { body: { transactionId } })
    await application.runJobs()
    const paid = await listPayments(student)
    expect(paid.find(({ classId }) => classId === gone.id)).toMatchObject({
      ...{ _id: paymentResult.insertedId, status: 'refunded', refunded: 49.99 },
      refund: { reason: 'class_gone', status: 'done' },
    })
    expect(paid.find(({ classId }) => classId === stays.id)).toMatchObject({ refunded: 0, ended: null })
    expect(await application.services.cards.getIntent(transactionId)).toMatchObject({ refundedMinor: 4999 })
    expect(await readSeats(application, stays)).toEqual({ seats: 9, enroll: 1 })
    expect(await auditOrders(student)).toEqual([])
  })

  it('of which another amount was taken returns all of it, once', async () => {
    refuseWebhookEvents(application)
    const student = await signIn()
    const chosen = await makeMany(2)
    const { clientSecret, orderId } = await beginPayingAll(student, chosen)
    await confirmCard(student, clientSecret)
    const { db } = application.services
    await db.update(attempts).set({ amountMinor: 5000 }).where(eq(attempts.id, orderId))
    const body = { transactionId: intentIn(clientSecret) }
    for (const _ of [1, 2]) expect(await catchCode(student.call(api.recordPayment, { body }))).toBe('MONEY_RETURNED')
    await application.runJobs()
    expect(await listPayments(student)).toMatchObject([{ price: 99.98, refunded: 99.98, status: 'refunded' }])
    expect(await application.services.cards.getIntent(body.transactionId)).toMatchObject({ refundedMinor: 9998 })
    expect(await Promise.all(chosen.map(readHeld))).toEqual([0, 0])
    await db.update(attempts).set({ amountMinor: 4999 }).where(eq(attempts.id, orderId))
    expect(await auditOrders(student)).toEqual([])
  })
})

describe('the completion of an order', () => {
  it('completes one of which nothing is due, once, without a card', async () => {
    const student = await signIn()
    const chosen = await makeMany(2)
    const { orderId, number } = await beginPayingAll(student, chosen)
    const { db } = application.services
    await db.update(attempts).set({ amountMinor: 0 }).where(eq(attempts.orderId, orderId))
    const complete = () => student.call(api.completeCheckout, { params: { id: orderId } })
    const { paymentResult } = await complete()
    expect(await complete()).toEqual({ paymentResult })
    const paid = await listPayments(student)
    expect(paid.map(({ _id }) => _id)).toContain(paymentResult.insertedId)
    for (const payment of paid)
      expect(payment).toMatchObject({ price: 0, status: 'paid', transactionId: String(number), ended: null })
    for (const one of chosen) expect(await readSeats(application, one)).toEqual({ seats: 9, enroll: 1 })
    expect((await readAudit(application)).discrepancies.filter(({ text }) => text.includes('unknown'))).toEqual([])
  })

  it('is refused while a card must pay, for orders of others and unknown ones, and where a seat is gone', async () => {
    const [student, other] = [await signIn(), await signIn()]
    const chosen = await makeMany(2)
    const { orderId } = await beginPayingAll(student, chosen)
    const complete = (as: Student, id = orderId) => catchCode(as.call(api.completeCheckout, { params: { id } }))
    expect(await complete(student)).toBe('NOT_PAID')
    expect(await complete(other)).toBe('NOT_FOUND')
    for (const id of [randomUUID(), 'nonsense']) expect(await complete(student, id)).toBe('NOT_FOUND')
    const { db } = application.services
    await db.update(attempts).set({ amountMinor: 0 }).where(eq(attempts.orderId, orderId))
    const ids = chosen.map(({ id }) => id)
    await db.update(classes).set({ withdrawnAt: 1 }).where(inArray(classes.id, ids))
    expect(await complete(student)).toBe('ATTEMPT_CLOSED')
    expect(await listPayments(student)).toEqual([])
  })
})
