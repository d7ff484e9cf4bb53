import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { breakRecords, readAudit } from '../../../testing/orders.ts'
import { beginPaying, buy } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { orderLines } from './orders.table.ts'

const application = openForThisFile()

/** Lets a student buy a class for $49.99. */
async function makeOrder() {
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db)
  const transactionId = await buy(student, chosen)
  const list = () => student.call(api.listOrders)
  await expect.poll(async () => (await list())[0]?.payments[0]?.status).toBe('paid')
  const [order] = await list()
  if (!order) throw new Error('There is no order.')
  return {
    student,
    chosen,
    transactionId,
    order,
    read: () => student.call(api.getOrder, { params: { id: order._id } }),
  }
}

describe('an order', () => {
  it('shows lines, payments and refunds, and its number stands in the payment', async () => {
    const { student, chosen, transactionId, order, read } = await makeOrder()
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    expect(payment?.order).toBe(order.number)
    expect(order).toMatchObject({
      ...{ state: 'completed', currency: 'usd', name: student.user.name, email: student.user.email },
      ...{ total: 49.99, paid: 49.99, refunded: 0, due: 0 },
      lines: [
        { kind: 'seat', text: chosen.name, classId: chosen.id, runId: chosen.runId, list_price: 49.99, amount: 49.99 },
      ],
      payments: [{ _id: payment?._id, method: 'card', amount: 49.99, transactionId, receipt: payment?.receipt }],
      refunds: [],
    })
    const admin = await application.signedIn('admin')
    const params = { id: payment?._id ?? '' }
    await admin.call(api.refundPayment, { params, body: { amount: 10 } })
    await admin.call(api.refundPayment, { params, body: { amount: 5 } })
    expect(await read()).toMatchObject({
      ...{ total: 49.99, paid: 49.99, refunded: 15, due: 0 },
      refunds: [
        { paymentId: payment?._id, amount: 10, reason: 'refunded', status: 'queued' },
        { amount: 5, status: 'queued' },
      ],
    })
  })

  it('is open and due while its seat is held, and is listed no more once it was released', async () => {
    const student = await application.signedIn('student')
    await beginPaying(student, await makeClass(application.services.db))
    const [order] = await student.call(api.listOrders)
    expect(order).toMatchObject({ state: 'open', total: 49.99, paid: 0, due: 49.99, payments: [] })
    const [hold] = await student.call(api.listHolds)
    expect(hold?._id).toBe(order?._id)
    await student.call(api.releaseHold, { params: { id: hold?._id ?? '' } })
    expect(await student.call(api.listOrders)).toEqual([])
    expect(await student.call(api.getOrder, { params: { id: order?._id ?? '' } })).toMatchObject({
      state: 'released',
      due: 0,
    })
  })

  it('is found by its number, by its buyer in any role and by admins, and does not exist for others', async () => {
    const { student, order, read } = await makeOrder()
    const admin = await application.signedIn('admin')
    await admin.call(api.makeInstructor, { params: { id: student.user.id } })
    expect(await read()).toEqual(order)
    expect(await admin.call(api.getOrder, { params: { id: order._id } })).toEqual(order)
    expect(await admin.call(api.listOrders, { query: { q: String(order.number) } })).toEqual([order])
    expect(await admin.call(api.listOrders, { query: { q: `${order.number} or 1=1` } })).toEqual([])
    expect((await admin.call(api.listOrders)).map(({ _id }) => _id)).toContain(order._id)
    for (const role of ['student', 'instructor'] as const) {
      const other = await application.signedIn(role)
      expect(await other.call(api.listOrders, { query: { q: String(order.number) } })).toEqual([])
      expect(await catchCode(other.call(api.getOrder, { params: { id: order._id } }))).toBe('NOT_FOUND')
    }
    expect(await catchCode(student.call(api.getOrder, { params: { id: 'nonsense' } }))).toBe('NOT_FOUND')
    expect(await catchCode(application.visitor.call(api.listOrders))).toBe('NOT_SIGNED_IN')
  })

  it('whose lines do not come to the amount of its checkout is found by the audit', async () => {
    const { transactionId } = await makeOrder()
    const { db } = application.services
    const [payment] = await db.select().from(payments).where(eq(payments.transactionId, transactionId))
    const id = payment?.attemptId ?? ''
    const find = async () => (await readAudit(application)).discrepancies.filter((finding) => finding.id === id)
    expect(await find()).toEqual([])
    await db.update(orderLines).set({ amountMinor: 4998 }).where(eq(orderLines.orderId, id))
    expect(await find()).toEqual([{ kind: 'order', id, text: '$49.99 to pay, but lines of $49.98' }])
    await breakRecords(application, sql`delete from order_lines where order_id = ${id}`)
    expect(await find()).toEqual([{ kind: 'order', id, text: '$49.99 to pay, but no lines' }])
  })
})
