import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { vouchers } from '#server/domains/vouchers/vouchers.table.ts'
import { type ClassOptions, makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { readAudit, refuseWebhookEvents, until } from '../../../testing/orders.ts'
import { confirmCard, DECLINED_CARD, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { makeVoucher } from '../../../testing/vouchers.ts'
import { attempts } from './payments.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const signIn = () => application.signedIn('student', { emailConfirmed: true })
type Student = Awaited<ReturnType<typeof signIn>>

async function select(student: Student, count: number, options: ClassOptions = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { id: classId } = await makeClass(application.services.db, options)
    ids.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
  }
  return ids
}

const preview = (student: Student, cartIds: string[], code: string[], use_credit = false) =>
  student.call(api.previewCheckout, { body: { cartIds, code, use_credit } })

async function begin(student: Student, cartIds: string[], code: string[], use_credit = false) {
  const { due } = await preview(student, cartIds, code, use_credit)
  return student.call(api.beginCheckout, { body: { cartIds, code, use_credit, expected_due: due } })
}

const read = async (id: string) => (await admin.call(api.listVouchers)).find(({ _id }) => _id === id)
const listPayments = (student: Student) => student.call(api.listPayments, { query: { email: student.user.email } })
const release = (orderId: string) =>
  application.services.db.update(attempts).set({ status: 'released' }).where(eq(attempts.orderId, orderId))

async function audit(...ids: string[]): Promise<string[]> {
  const { discrepancies } = await readAudit(application)
  return discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)
}

describe('a checkout with vouchers', () => {
  it('reserves them with the seats, charges the card with the rest, and spends them with the purchase', async () => {
    const student = await signIn()
    const { id, code } = await makeVoucher(admin, 30)
    const cartIds = await select(student, 1)
    expect(await preview(student, cartIds, [code])).toMatchObject({ total: 49.99, voucher: 30, credit: 0, due: 19.99 })
    const started = await begin(student, cartIds, [code.toLowerCase()])
    expect(started.due).toBe(19.99)
    expect((await begin(student, cartIds, [code])).orderId).toBe(started.orderId)
    expect(await read(id)).toMatchObject({ balance: 0, reserved: 30, uses: [] })
    const paymentId = await completePaying(student, started)
    expect(await read(id)).toMatchObject({ balance: 0, reserved: 0, uses: [{ amount: 30 }] })
    const [payment] = await listPayments(student)
    expect(payment).toMatchObject({ price: 49.99, voucher: 30, credit: 0 })
    const [order] = await student.call(api.listOrders)
    expect(order?.payments.map(({ method, amount }) => [method, amount])).toEqual([
      ['card', 19.99],
      ['voucher', 30],
    ])
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 0, reserved: 0 })
    expect(await audit(id, paymentId, student.user.id, started.orderId)).toEqual([])
  })

  it('is paid by a coupon, two vouchers and credit together, over three classes, to the cent', async () => {
    const student = await signIn()
    await admin.call(api.grantCredit, { params: { id: student.user.id }, body: { amount: 7.77, reason: 'Goodwill' } })
    const coupon = await makeCoupon(admin, { value: 33.33 })
    const [one, two] = [await makeVoucher(admin, 20.01), await makeVoucher(admin, 13.33)]
    const cartIds = await select(student, 3, { listPriceMinor: 3333 })
    const codes = [two.code, coupon.code, one.code]
    const shown = await preview(student, cartIds, codes, true)
    expect(shown.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(
      Math.round(shown.total * 100),
    )
    expect(shown).toMatchObject({ voucher: 33.34, credit: 7.77 })
    const started = await begin(student, cartIds, codes, true)
    await completePaying(student, started)
    const paid = await listPayments(student)
    const sum = (name: 'voucher' | 'credit' | 'price') =>
      paid.reduce((all, row) => all + Math.round(row[name] * 100), 0)
    expect([sum('voucher'), sum('credit'), sum('price')]).toEqual([3334, 777, Math.round(shown.total * 100)])
    expect(await audit(one.id, two.id, student.user.id, started.orderId, ...paid.map(({ _id }) => _id))).toEqual([])
  })

  it('costs the card nothing where vouchers pay all, and what is left stays on them', async () => {
    const student = await signIn()
    const { id, code } = await makeVoucher(admin, 60)
    const started = await begin(student, await select(student, 1), [code])
    expect(started).toMatchObject({ due: 0, clientSecret: null })
    await completePaying(student, started)
    expect(await read(id)).toMatchObject({ balance: 10.01 })
  })

  it('refuses codes with the reason: used up, in checkout elsewhere, expired, locked, twice a coupon, and one with nothing to pay', async () => {
    const student = await signIn()
    const cartIds = await select(student, 1)
    const why = async (...codes: string[]) => (await catchError(preview(student, cartIds, codes))).message
    const used = await makeVoucher(admin, 40)
    const other = await signIn()
    const started = await begin(other, await select(other, 1), [used.code])
    expect(await why(used.code)).toBe('The rest of this voucher is in checkout. Try again in a few minutes.')
    await completePaying(other, started)
    expect(await why(used.code)).toBe('This voucher has been used up.')
    const { db } = application.services
    const [late, locked] = [await makeVoucher(admin, 40), await makeVoucher(admin, 40)]
    await db.update(vouchers).set({ lastDay: '2020-12-31' }).where(eq(vouchers.id, late.id))
    expect(await why(late.code)).toBe('This voucher could be used until Thu, Dec 31, 2020.')
    await db.update(vouchers).set({ isDisputed: true }).where(eq(vouchers.id, locked.id))
    expect(await why(locked.code)).toBe('This voucher is locked while a bank reviews its payment.')
    const [large, small] = [await makeVoucher(admin, 90), await makeVoucher(admin, 40)]
    expect(await why(large.code, small.code)).toBe('Nothing is left for this voucher to pay.')
    const coupons = [await makeCoupon(admin), await makeCoupon(admin)]
    expect(await why(...coupons.map(({ code }) => code))).toContain('Only one coupon')
    expect(await catchCode(preview(student, cartIds, [small.code, 'ABCD-EFGH-JKMN-PQRS']))).toBe('CODE_INVALID')
  })

  it('with one voucher in two tabs sells what is on it once, also where the card of one is declined', async () => {
    const student = await signIn()
    const { id, code } = await makeVoucher(admin, 40)
    const first = await begin(student, await select(student, 1), [code])
    await confirmCard(student, first.clientSecret ?? '', DECLINED_CARD)
    const others = await select(student, 1)
    expect(await catchCode(preview(student, others, [code]))).toBe('CODE_INVALID')
    await completePaying(student, first)
    expect(await catchCode(preview(student, others, [code]))).toBe('CODE_INVALID')
    expect(await read(id)).toMatchObject({ balance: 0, uses: [{ amount: 40 }] })
    expect(await audit(id)).toEqual([])
  })

  it('does not spend a voucher twice by two students at once', async () => {
    const { id, code } = await makeVoucher(admin, 40)
    const students = await Promise.all([1, 2, 3].map(signIn))
    const carts = await Promise.all(students.map((student) => select(student, 1)))
    const calls = students.map((student, index) =>
      student.call(api.beginCheckout, { body: { cartIds: carts[index] ?? [], code, expected_due: 9.99 } }).then(
        () => 'OK',
        (error: { code: string }) => error.code,
      ),
    )
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(
      outcomes.filter((outcome) => outcome !== 'OK' && !['AMOUNT_CHANGED', 'CODE_INVALID'].includes(outcome)),
    ).toEqual([])
    expect(await audit(id)).toEqual([])
  })

  it('whose hold has ended returns the money where the voucher was spent by then, and buys the seat where not', async () => {
    refuseWebhookEvents(application)
    for (const isSpent of [true, false]) {
      const [student, other] = [await signIn(), await signIn()]
      const { id, code } = await makeVoucher(admin, 40)
      const started = await begin(student, await select(student, 1), [code])
      await confirmCard(student, started.clientSecret ?? '')
      await release(started.orderId)
      if (isSpent) await completePaying(other, await begin(other, await select(other, 1), [code]))
      const record = student.call(api.recordPayment, { body: { transactionId: intentIn(started.clientSecret ?? '') } })
      if (isSpent) expect(await catchCode(record)).toBe('MONEY_RETURNED')
      else await record
      expect(await read(id)).toMatchObject({ balance: 0, uses: [{ amount: 40 }] })
      expect(await audit(id, started.orderId)).toEqual([])
    }
  })

  it('whose hold has ended returns the money where the voucher is locked by then', async () => {
    refuseWebhookEvents(application)
    const student = await signIn()
    const { id, code } = await makeVoucher(admin, 40)
    const started = await begin(student, await select(student, 1), [code])
    await confirmCard(student, started.clientSecret ?? '')
    await release(started.orderId)
    await application.services.db.update(vouchers).set({ isDisputed: true }).where(eq(vouchers.id, id))
    const record = student.call(api.recordPayment, { body: { transactionId: intentIn(started.clientSecret ?? '') } })
    expect(await catchCode(record)).toBe('MONEY_RETURNED')
    expect(await read(id)).toMatchObject({ balance: 40, uses: [] })
    expect(await audit(id, started.orderId)).toEqual([])
  })

  it('whose card is refunded in full at the provider keeps its seat, and admins are notified', async () => {
    const student = await signIn()
    const { code } = await makeVoucher(admin, 30)
    const started = await begin(student, await select(student, 1), [code])
    const paymentId = await completePaying(student, started)
    const intentId = intentIn(started.clientSecret ?? '')
    await application.sandbox?.stripe.refunds.create({ payment_intent: intentId })
    await until(async () => (await listPayments(student))[0]?.refunded === 19.99)
    expect((await listPayments(student))[0]).toMatchObject({ status: 'paid', ended: null, credited: 0 })
    const listIncidents = async () => (await admin.call(api.listIncidents)).filter((one) => one.paymentId === paymentId)
    await until(async () => (await listIncidents()).length > 0)
    expect(await listIncidents()).toMatchObject([{ text: expect.stringContaining('so that the seats stay') }])
    expect(await audit(paymentId)).toEqual([])
  })

  it('of two seats, one of which cost nothing and is gone, does not list that one as paid', async () => {
    const student = await signIn()
    const { db } = application.services
    const [gone, kept] = [await makeClass(db), await makeClass(db)]
    const coupon = await makeCoupon(admin, { value: 100, classes: [gone.id] })
    const cartIds: string[] = []
    for (const { id: classId } of [gone, kept])
      cartIds.push((await student.call(api.selectClass, { body: { classId } })).insertedId)
    const started = await begin(student, cartIds, [coupon.code])
    expect(started.due).toBe(49.99)
    await db.update(classes).set({ deletedAt: 1 }).where(eq(classes.id, gone.id))
    await completePaying(student, started)
    const status = async (id: string) => (await listPayments(student)).find(({ classId }) => classId === id)?.status
    await until(async () => (await status(kept.id)) === 'paid')
    expect(await status(gone.id)).toBe('refunded')
  })

  it('returns what a voucher has paid as credit, which does not expire, and money to the card first', async () => {
    const student = await signIn()
    const { id, code } = await makeVoucher(admin, 30)
    const paymentId = await completePaying(student, await begin(student, await select(student, 1), [code]))
    await admin.call(api.refundPayment, { params: { id: paymentId } })
    const [payment] = await listPayments(student)
    expect(payment).toMatchObject({ status: 'refunded', refunded: 19.99, credited: 30 })
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 30 })
    expect(await read(id)).toMatchObject({ balance: 0 })
    expect(await audit(id, paymentId, student.user.id)).toEqual([])
  })
})
