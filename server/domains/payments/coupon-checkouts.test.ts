import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewCoupon } from '#contract/coupons.ts'
import { WRONG_CODES } from '#contract/values/limits.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { coupons } from '#server/domains/coupons/coupons.table.ts'
import { limitWrongCodes } from '#server/domains/coupons/wrong-codes.ts'
import { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'
import { type ClassOptions, type MadeClass, makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { beginWithCode, checkOutWithCode, completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { breakRecords, readAudit } from '../../../testing/orders.ts'
import { beginPaying, checkOut, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>
const make = (options: ClassOptions = {}) => makeClass(application.services.db, options)
const coupon = (fields?: Partial<NewCoupon>) => makeCoupon(admin, fields)
const readUses = async (id: string) => (await admin.call(api.listCoupons)).find(({ _id }) => _id === id)?.uses
const listPayments = (student: Student) => student.call(api.listPayments, { query: { email: student.user.email } })
const preview = (student: Student, cartIds: string[], code: string | null) =>
  student.call(api.previewCheckout, { body: { cartIds, code } })

async function select(student: Student, chosen: MadeClass[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id: classId } of chosen)
    ids.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
  return ids
}

/** Returns what the audit finds about an order and its payments. */
async function auditOrder(student: Student, orderId: string): Promise<string[]> {
  const order = await student.call(api.getOrder, { params: { id: orderId } })
  const ids = [orderId, ...order.payments.map(({ _id }) => _id)]
  return (await readAudit(application)).discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)
}

describe('a coupon in a checkout', () => {
  it('reduces three classes in proportion, the cent that is left over off the dearest, in preview, order, ledger and history', async () => {
    const student = await signIn()
    const { id, code } = await coupon({ kind: 'amount', value: 10 })
    const chosen = [
      await make({ name: 'Alleys', listPriceMinor: 3333 }),
      await make({ name: 'Bridges', listPriceMinor: 6667 }),
      await make({ name: 'Cliffs', listPriceMinor: 3333 }),
    ]
    const cartIds = await select(student, chosen)
    const shown = await preview(student, cartIds, code)
    // 1000 × 3333 / 13333 is 249.98, and 1000 × 6667 / 13333 is 500.03.
    expect(shown.lines.map(({ kind, text, amount }) => [kind, text, amount])).toEqual([
      ['seat', 'Alleys', 33.33],
      ['seat', 'Bridges', 66.67],
      ['seat', 'Cliffs', 33.33],
      ['discount', `Coupon ${code}`, -2.49],
      ['discount', `Coupon ${code}`, -5.02],
      ['discount', `Coupon ${code}`, -2.49],
    ])
    expect(shown).toMatchObject({ total: 123.33, due: 123.33 })
    expect(shown.terms[1]?.steps[0]).toMatchObject({ refund: 61.65 })
    const started = await checkOutWithCode(student, cartIds, code.toLowerCase().replace(' ', '-'))
    expect(started.due).toBe(123.33)
    expect(await readUses(id)).toBe(1)
    expect(await preview(student, cartIds, code)).toMatchObject({ lines: shown.lines, due: shown.due })
    await completePaying(student, started)
    const order = await student.call(api.getOrder, { params: { id: started.orderId } })
    expect(order).toMatchObject({ total: 123.33, paid: 123.33, due: 0, state: 'completed' })
    expect(order.lines.map(({ kind, text, amount }) => [kind, text, amount])).toEqual([
      ['seat', 'Alleys', 33.33],
      ['seat', 'Bridges', 66.67],
      ['seat', 'Cliffs', 33.33],
      ...[-2.49, -5.02, -2.49].map(() => ['discount', `Coupon ${code}`, expect.any(Number)]),
    ])
    const paid = (await listPayments(student)).toSorted((a, b) => a.className.localeCompare(b.className))
    expect(paid.map(({ price, list_price }) => [price, list_price])).toEqual([
      [30.84, 33.33],
      [61.65, 66.67],
      [30.84, 33.33],
    ])
    expect(await readUses(id)).toBe(1)
    expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('is refunded at what was paid, in parts and in full, with its use spent', async () => {
    const student = await signIn()
    const { id, code } = await coupon({ value: 33.33 })
    const started = await beginWithCode(student, [await make({ listPriceMinor: 4999 })], code)
    expect(started.due).toBe(33.33)
    const params = { id: await completePaying(student, started) }
    await admin.call(api.refundPayment, { params, body: { amount: 3.33 } })
    expect(await catchCode(admin.call(api.refundPayment, { params, body: { amount: 30.01 } }))).toBe('REFUND_TOO_LARGE')
    await student.call(api.cancelPayment, { params })
    await application.runJobs()
    expect(await listPayments(student)).toMatchObject([{ price: 33.33, refunded: 33.33, status: 'refunded' }])
    expect(await readUses(id)).toBe(1)
    expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('of everything needs no card: the order is completed once, with the receipt of what it cost', async () => {
    const student = await signIn()
    const { code } = await coupon({ value: 100 })
    const started = await beginWithCode(student, [await make(), await make()], code)
    expect(started).toMatchObject({ due: 0, clientSecret: null })
    const id = await completePaying(student, started)
    expect(await completePaying(student, started)).toBe(id)
    const paid = await listPayments(student)
    expect(paid).toHaveLength(2)
    for (const payment of paid)
      expect(payment).toMatchObject({
        ...{ price: 0, list_price: 49.99, status: 'paid', transactionId: `${started.number}`, ended: null },
      })
    const order = await student.call(api.getOrder, { params: { id: started.orderId } })
    expect(order).toMatchObject({ total: 0, paid: 0, due: 0, payments: [{ method: 'none' }, { method: 'none' }] })
    await application.runJobs()
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(email?.text).toMatch(/List price \$49\.99, discount \$49\.99/)
    expect(email?.text).toMatch(/\$0\.00, nothing to pay/)
    expect(email?.text).not.toMatch(/Transaction/)
    await admin.call(api.refundPayment, { params: { id } })
    expect((await listPayments(student)).find(({ _id }) => _id === id)).toMatchObject({
      ...{ status: 'paid', ended: { why: 'refunded' } },
    })
    expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('that leaves less than a card can pay takes off the rest too', async () => {
    const student = await signIn()
    const { code } = await coupon({ value: 99.5 })
    const cartIds = await select(student, [await make({ listPriceMinor: 5000 })])
    const shown = await preview(student, cartIds, code)
    expect(shown.lines.map(({ text, amount }) => [text, amount]).slice(1)).toEqual([
      [`Coupon ${code}`, -49.75],
      ['Less than a card can pay', -0.25],
    ])
    expect(shown.due).toBe(0)
    const started = await checkOutWithCode(student, cartIds, code)
    await completePaying(student, started)
    expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('makes orders payable that a card could not pay', async () => {
    const student = await signIn()
    const cartIds = await select(student, [
      await make({ listPriceMinor: 99_999_999 }),
      await make({ listPriceMinor: 1000 }),
    ])
    expect(await catchCode(checkOut(student, cartIds))).toBe('AMOUNT_TOO_LARGE')
    const { code } = await coupon()
    expect((await checkOutWithCode(student, cartIds, code)).due).toBe(900_008.99)
  })

  it('of everything for one class of two does not keep the money from buying the other where that class is gone', async () => {
    const student = await signIn()
    const [free, other] = [await make(), await make()]
    const { code } = await coupon({ value: 100, classes: [free.id] })
    const started = await beginWithCode(student, [free, other], code)
    expect(started.due).toBe(49.99)
    await application.services.db.update(classes).set({ archivedAt: Date.now() }).where(eq(classes.id, free.id))
    await completePaying(student, started)
    const paid = (await listPayments(student)).toSorted((a, b) => a.price - b.price)
    expect(paid).toMatchObject([
      { price: 0, refund: null },
      { price: 49.99, refund: null, ended: null },
    ])
    expect(
      (await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })).map(
        ({ classId }) => classId,
      ),
    ).toEqual([other.id])
    expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('of everything for one class of two buys nothing where both classes are gone, and says so each time', async () => {
    const student = await signIn()
    const chosen = [await make(), await make()]
    const { code } = await coupon({ value: 100, classes: [chosen[0]?.id ?? ''] })
    const started = await beginWithCode(student, chosen, code)
    for (const { id } of chosen)
      await application.services.db.update(classes).set({ archivedAt: Date.now() }).where(eq(classes.id, id))
    const error = await catchError(completePaying(student, started))
    expect(error.code).toBe('MONEY_RETURNED')
    const body = { transactionId: intentIn(started.clientSecret ?? '') }
    expect(await catchError(student.call(api.recordPayment, { body }))).toEqual(error)
    expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('is renewed with the same code, and gives way to a checkout with another code, with none, or at the price of one class', async () => {
    const student = await signIn()
    const [first, second] = [await coupon({ max_uses: 1 }), await coupon({ value: 20, max_uses: 1 })]
    const begun = await beginWithCode(student, [await make()], first.code)
    const { cartIds } = begun
    expect((await checkOutWithCode(student, cartIds, first.code.toLowerCase())).orderId).toBe(begun.orderId)
    const other = await checkOutWithCode(student, cartIds, second.code)
    expect(other).not.toMatchObject({ orderId: begun.orderId })
    expect(other.due).toBe(39.99)
    expect([await readUses(first.id), await readUses(second.id)]).toEqual([0, 1])
    const without = await checkOut(student, cartIds)
    expect(without.due).toBe(49.99)
    expect(await readUses(second.id)).toBe(0)
    await checkOutWithCode(student, cartIds, first.code)
    const { clientSecret } = await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId: cartIds[0] } })
    expect(await application.services.cards.getIntent(intentIn(clientSecret))).toMatchObject({ amountMinor: 4999 })
    expect(await readUses(first.id)).toBe(0)
  })

  it('keeps its price while it is held, though the coupon is changed or deleted', async () => {
    const student = await signIn()
    const { id, code } = await coupon()
    const begun = await beginWithCode(student, [await make()], code)
    const { cartIds } = begun
    await admin.call(api.changeCoupon, { params: { id }, body: { value: 5, code: `${code} X` } })
    expect((await preview(student, cartIds, code)).due).toBe(44.99)
    expect(await checkOutWithCode(student, cartIds, code)).toMatchObject({ orderId: begun.orderId, due: 44.99 })
    await admin.call(api.deleteCoupon, { params: { id } })
    expect(await checkOutWithCode(student, cartIds, code)).toMatchObject({ orderId: begun.orderId, due: 44.99 })
    await completePaying(student, begun)
    expect(await listPayments(student)).toMatchObject([{ price: 44.99 }])
  })

  it('is refused at another amount than the student was shown', async () => {
    const student = await signIn()
    const { code } = await coupon()
    const cartIds = await select(student, [await make()])
    const begin = (expected_due: number) => student.call(api.beginCheckout, { body: { cartIds, code, expected_due } })
    expect(await catchError(begin(49.99))).toMatchObject({
      ...{ code: 'AMOUNT_CHANGED', message: expect.stringContaining('$44.99') },
    })
    expect((await begin(44.99)).due).toBe(44.99)
  })
})

describe('a code', () => {
  const today = new Date().toISOString().slice(0, 10)
  const shift = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  it.each([
    ['before its first day', { from: shift(2) }, /can be used from/],
    ['after its last day', { until: shift(-2) }, /could be used until/],
    ['that takes nothing off', { value: 0.01 }, /takes nothing off/],
  ])('%s is refused with the reason', async (_, fields, reason) => {
    const student = await signIn()
    const { code } = await coupon(fields)
    const cartIds = await select(student, [await make({ listPriceMinor: 100 })])
    for (const call of [
      () => preview(student, cartIds, code),
      () => student.call(api.beginCheckout, { body: { cartIds, code, expected_due: 1 } }),
    ])
      expect(await catchError(call())).toMatchObject({ code: 'CODE_INVALID', message: expect.stringMatching(reason) })
  })

  it('is taken from its first day to its last', async () => {
    const student = await signIn()
    const { code } = await coupon({ from: today, until: today })
    const cartIds = await select(student, [await make()])
    expect((await preview(student, cartIds, code)).due).toBe(44.99)
  })

  it('for some classes reduces these only, and is refused without one of them', async () => {
    const student = await signIn()
    const [chosen, other] = [await make(), await make()]
    const { code } = await coupon({ classes: [chosen.id.toUpperCase()] })
    const [first = '', second = ''] = await select(student, [chosen, other])
    expect((await preview(student, [first, second], code)).due).toBe(94.98)
    expect(await catchError(preview(student, [second], code))).toMatchObject({
      ...{ code: 'CODE_INVALID', message: 'This code is for other classes.' },
    })
  })

  it('is used by one person as often as it says, and by all together, with the reason', async () => {
    const [one, two] = [await signIn(), await signIn()]
    const { code } = await coupon({ per_person: 1, max_uses: 2 })
    await completePaying(one, await beginWithCode(one, [await make()], code))
    expect(await catchError(beginWithCode(one, [await make()], code))).toMatchObject({
      ...{ code: 'CODE_INVALID', message: 'You have used this code already.' },
    })
    const held = await beginWithCode(two, [await make()], code)
    const third = await signIn()
    const cartIds = await select(third, [await make()])
    expect(await catchError(preview(third, cartIds, code))).toMatchObject({
      message: expect.stringMatching(/in checkout/),
    })
    await completePaying(two, held)
    expect(await catchError(preview(third, cartIds, code))).toMatchObject({ message: expect.stringMatching(/used up/) })
  })

  it('is given back where the hold is released or the school cancels, and not where the student or an admin does', async () => {
    const { id, code } = await coupon()
    const buy = async () => {
      const [student, chosen] = [await signIn(), await make()]
      const started = await beginWithCode(student, [chosen], code)
      return { student, chosen, started, paymentId: await completePaying(student, started) }
    }
    const holder = await signIn()
    await beginWithCode(holder, [await make()], code)
    const bought = [await buy(), await buy(), await buy()]
    expect(await readUses(id)).toBe(4)
    const [hold] = await holder.call(api.listHolds)
    await holder.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    expect(await readUses(id)).toBe(3)
    const [byStudent, byAdmin, bySchool] = bought
    await byStudent?.student.call(api.cancelPayment, { params: { id: byStudent.paymentId } })
    await admin.call(api.refundPayment, { params: { id: byAdmin?.paymentId ?? '' } })
    expect(await readUses(id)).toBe(3)
    await admin.call(api.withdrawClass, { params: { id: bySchool?.chosen.id ?? '' } })
    await application.runJobs()
    expect(await readUses(id)).toBe(2)
    for (const { student, started } of bought) expect(await auditOrder(student, started.orderId)).toEqual([])
  })

  it('has at most the uses that it has already when it is limited later', async () => {
    const student = await signIn()
    const { id, code } = await coupon()
    await beginWithCode(student, [await make()], code)
    await beginWithCode(await signIn(), [await make()], code)
    const limit = (max_uses: number) => admin.call(api.changeCoupon, { params: { id }, body: { max_uses } })
    expect(await catchCode(limit(1))).toBe('COUPON_USED')
    expect(await limit(2)).toEqual({ modifiedCount: 1 })
    await breakRecords(application, sql`update coupons set max_uses = 1 where id = ${id}`)
    const found = (await readAudit(application)).discrepancies.filter((finding) => finding.id === id)
    expect(found).toEqual([{ kind: 'coupon', id, text: `${code}: used 2 times of 1` }])
    await application.services.db.update(coupons).set({ maxUses: null }).where(eq(coupons.id, id))
  })
})

describe('wrong codes', () => {
  it('are refused, and after ten in ten minutes of one account or network so is every code, also a right one', async () => {
    const own = await openForThisTest()
    const { code } = await makeCoupon(await own.signedIn('admin'))
    const [student, neighbor] = [await own.signedIn('student'), await own.signedIn('student')]
    const begin = async (by: Visitor) => {
      const { cartId } = await beginPaying(by, await makeClass(own.services.db))
      const calls = (typed: string) => [
        () => by.call(api.previewCheckout, { body: { cartIds: [cartId], code: typed } }),
        () => by.call(api.beginCheckout, { body: { cartIds: [cartId], code: typed, expected_due: 49.99 } }),
      ]
      return { cartId, calls }
    }
    const [guessed, untouched] = [await begin(student), await begin(neighbor)]
    const wrong = ['', '---', '🌊', 'SPRING 2', 'x'.repeat(100)]
    for (const typed of wrong)
      for (const call of guessed.calls(typed)) expect(await catchCode(call())).toBe('CODE_INVALID')
    expect(wrong.length * 2).toBe(WRONG_CODES.max)
    for (const { calls } of [guessed, untouched])
      for (const call of calls(code)) expect(await catchCode(call())).toBe('TOO_MANY_REQUESTS')
    expect((await checkOut(student, [guessed.cartId])).due).toBe(49.99)
  })

  it('are not tried before those of the same moment are counted, and right ones count no longer', async () => {
    const limiter = new RateLimiter(application.services.db, Buffer.alloc(32))
    const guesser = { userId: randomUUID(), network: randomUUID() }
    const { promise, resolve } = Promise.withResolvers<void>()
    let [begun, refused] = [0, 0]
    const guess = () => {
      const guessed = limitWrongCodes(limiter, guesser, async () => {
        begun++
        await promise
      })
      return guessed.catch(() => refused++)
    }
    const all = Promise.all(Array.from({ length: WRONG_CODES.max + 3 }, guess))
    await expect.poll(() => refused).toBe(3)
    resolve()
    await all
    expect(begun).toBe(WRONG_CODES.max)
    await guess()
    expect([begun, refused]).toEqual([WRONG_CODES.max + 1, 3])
  })

  it('that come at the same time are counted too', async () => {
    const own = await openForThisTest()
    const student = await own.signedIn('student')
    const { cartId } = await beginPaying(student, await makeClass(own.services.db))
    const guess = (_: unknown, index: number) =>
      catchCode(student.call(api.previewCheckout, { body: { cartIds: [cartId], code: `GUESS ${index}` } }))
    const outcomes = await Promise.all(Array.from({ length: 15 }, guess))
    expect(outcomes.filter((outcome) => outcome === 'CODE_INVALID').length).toBeLessThanOrEqual(WRONG_CODES.max)
    expect(outcomes).toContain('TOO_MANY_REQUESTS')
  })
})
