import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Payment } from '#contract/payments.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buyAll, DISPUTED_CARD, FAILING_REFUND_CARD, VALID_CARD } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { refunds } from './payments.table.ts'
import { handleWebhookEvent } from './webhook-events.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Lets a student buy two classes at once, for $10.00 and $30.00. */
async function makeOrder(card = VALID_CARD) {
  const student = await application.signedIn('student')
  const { db, cards } = application.services
  const cheap = await makeClass(db, { listPriceMinor: 1000 })
  const dear = await makeClass(db, { listPriceMinor: 3000 })
  const transactionId = await buyAll(student, [cheap, dear], card)
  const read = async (): Promise<[Payment, Payment]> => {
    const rows = await student.call(api.listPayments, { query: { email: student.user.email } })
    const [one, other] = rows.toSorted((a, b) => a.price - b.price)
    if (!one || !other) throw new Error('A payment is missing.')
    return [one, other]
  }
  const ids = (await read()).map(({ _id }) => _id) as [string, string]
  const { stripe } = application.sandbox ?? {}
  let events = 0
  return {
    ...{ student, cheap, dear, read, ids, transactionId },
    refund: (id: string, body?: Parameters<typeof admin.call<typeof api.refundPayment>>[1]['body']) =>
      admin.call(api.refundPayment, { params: { id }, body }),
    cancel: (id: string) => student.call(api.cancelPayment, { params: { id } }),
    atProvider: async (amount?: number) => {
      await stripe?.refunds.create({ payment_intent: transactionId, ...(amount && { amount }) })
    },
    notify: (type = 'charge.refunded') =>
      handleWebhookEvent(application.services, {
        id: `evt_${transactionId}_${events++}`,
        type,
        intentId: transactionId,
      }),
    sent: async () => (await cards.getIntent(transactionId))?.refundedMinor,
    amounts: async () =>
      (await stripe?.refunds.list({ payment_intent: transactionId }))?.data.map(({ amount }) => amount).sort(),
    rows: () => db.select().from(refunds).where(inArray(refunds.paymentId, ids)),
    audit: async () => {
      const { discrepancies, inProgress } = await readAudit(application)
      return [...discrepancies, ...inProgress].filter(({ id }) => ids.includes(id))
    },
  }
}

describe('a refund of one seat of an order', () => {
  it('sends its amount only, and leaves the other seats', async () => {
    const { ids, refund, read, sent, cheap, dear, audit, notify } = await makeOrder()
    await refund(ids[0])
    await application.runJobs()
    await notify()
    expect(await sent()).toBe(1000)
    expect(await read()).toMatchObject([
      { status: 'refunded', refunded: 10, ended: { why: 'refunded' } },
      { refunded: 0, ended: null },
    ])
    expect(await readSeats(application, cheap)).toEqual({ seats: 10, enroll: 0 })
    expect(await readSeats(application, dear)).toEqual({ seats: 9, enroll: 1 })
    expect(await audit()).toEqual([])
  })

  it('by its student, while an admin refunds a part of another, sends both', async () => {
    const { ids, refund, cancel, read, amounts, audit, notify } = await makeOrder()
    await Promise.all([cancel(ids[0]), refund(ids[1], { amount: 12.5 })])
    await Promise.all([application.runJobs(), notify()])
    await application.runJobs()
    await notify()
    expect(await amounts()).toEqual([1000, 1250])
    expect(await read()).toMatchObject([
      { status: 'refunded', refunded: 10 },
      { refunded: 12.5, ended: null },
    ])
    expect(await audit()).toEqual([])
  })

  it('is never more than was paid for the seat, though more is left of the order', async () => {
    const { ids, refund } = await makeOrder()
    expect(await catchCode(refund(ids[0], { amount: 10.01 }))).toBe('REFUND_TOO_LARGE')
    await refund(ids[0])
    expect(await refund(ids[0])).toEqual({ modifiedCount: 0 })
  })

  it('of all seats, one after the other, sends the whole', async () => {
    const { ids, refund, amounts, read, audit } = await makeOrder()
    await refund(ids[1])
    await application.runJobs()
    await refund(ids[0])
    await application.runJobs()
    expect(await amounts()).toEqual([1000, 3000])
    expect((await read()).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
    expect(await audit()).toEqual([])
  })

  it('that fails is paid again, and is retried with its amount', async () => {
    const { ids, refund, read, rows } = await makeOrder(FAILING_REFUND_CARD)
    await refund(ids[0], { amount: 4 })
    await application.runJobs()
    await expect.poll(async () => (await read())[0].refund?.status).toBe('failed')
    expect(await read()).toMatchObject([{ refunded: 0 }, { refunded: 0, refund: null }])
    expect(await admin.call(api.retryRefund, { params: { id: ids[0] } })).toEqual({ modifiedCount: 1 })
    expect(await rows()).toMatchObject([{ amountMinor: 400, status: 'queued', round: 2 }])
  })
})

it('refunds of two seats of an order that fail are both reported to admins', async () => {
  const { ids, refund, read, transactionId } = await makeOrder(FAILING_REFUND_CARD)
  for (const id of ids) await refund(id)
  await application.runJobs()
  await expect.poll(async () => (await read()).map((paid) => paid.refund?.status)).toEqual(['failed', 'failed'])
  const readReported = async () =>
    (await admin.call(api.listIncidents))
      .filter((incident) => incident.transactionId === transactionId)
      .map(({ paymentId }) => paymentId)
  await expect.poll(async () => (await readReported()).toSorted()).toEqual(ids.toSorted())
})

describe('a refund of an order at the provider', () => {
  it('of a part belongs to its seats in proportion, once, and ends none of them', async () => {
    const { atProvider, notify, read, rows, audit } = await makeOrder()
    await atProvider(1001)
    await notify()
    await notify()
    expect(await read()).toMatchObject([
      { refunded: 2.51, ended: null, refund: { reason: 'at_provider', status: 'done' } },
      { refunded: 7.5, ended: null },
    ])
    expect(await rows()).toHaveLength(2)
    expect(await audit()).toEqual([])
  })

  it('of the same sum as one seat cost ends no seat', async () => {
    const { atProvider, notify, read, audit } = await makeOrder()
    await atProvider(1000)
    await notify()
    expect(await read()).toMatchObject([
      { refunded: 2.5, ended: null },
      { refunded: 7.5, ended: null },
    ])
    expect(await audit()).toEqual([])
  })

  it('of all ends all of its seats', async () => {
    const { atProvider, notify, read, cheap, dear, audit } = await makeOrder()
    await atProvider()
    await notify()
    expect(await read()).toMatchObject([
      { status: 'refunded', refunded: 10, ended: { why: 'at_provider' } },
      { status: 'refunded', refunded: 30, ended: { why: 'at_provider' } },
    ])
    for (const one of [cheap, dear]) expect(await readSeats(application, one)).toEqual({ seats: 10, enroll: 0 })
    expect(await audit()).toEqual([])
  })

  it('takes the place of one of ours that waits, as far as not both fit', async () => {
    const { ids, refund, atProvider, notify, read, sent, audit } = await makeOrder()
    await refund(ids[0])
    await atProvider(3500)
    await notify()
    await application.runJobs()
    await notify()
    expect(await sent()).toBe(3500)
    expect(await read()).toMatchObject([
      { status: 'refunded', refunded: 10 },
      { refunded: 25, ended: null },
    ])
    expect(await audit()).toEqual([])
  })

  it('of the whole after one of ours for a part that waits is recorded once', async () => {
    const { ids, refund, atProvider, notify, read, audit } = await makeOrder()
    await refund(ids[1], { amount: 5 })
    await atProvider()
    for (const _ of [1, 2, 3]) await notify()
    await application.runJobs()
    expect((await read()).map(({ refunded }) => refunded)).toEqual([10, 30])
    expect(await audit()).toEqual([])
  })
})

it('a dispute is about all seats of an order, which can be refunded once it has ended', async () => {
  const { ids, cancel, refund, read, transactionId } = await makeOrder(DISPUTED_CARD)
  await expect.poll(async () => (await read()).map(({ disputed }) => disputed)).toEqual([true, true])
  for (const id of ids) {
    expect(await catchCode(cancel(id))).toBe('PAYMENT_DISPUTED')
    expect(await catchCode(refund(id))).toBe('PAYMENT_DISPUTED')
  }
  const incidents = await admin.call(api.listIncidents)
  expect(incidents.filter((incident) => incident.transactionId === transactionId)).toHaveLength(1)
  const { stripe } = application.sandbox ?? {}
  const [dispute] = (await stripe?.disputes.list({ payment_intent: transactionId }))?.data ?? []
  await stripe?.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
  await expect.poll(async () => (await read()).map(({ disputed }) => disputed)).toEqual([false, false])
  expect(await cancel(ids[0])).toEqual({ modifiedCount: 1 })
})

it('a withdrawn class is refunded to the students of an order, who keep their other classes', async () => {
  const { cheap, dear, read, sent, audit } = await makeOrder()
  await admin.call(api.withdrawClass, { params: { id: dear.id } })
  await application.runJobs()
  expect(await sent()).toBe(3000)
  expect(await read()).toMatchObject([{ ended: null }, { status: 'refunded', refund: { reason: 'withdrawn' } }])
  expect(await readSeats(application, cheap)).toEqual({ seats: 9, enroll: 1 })
  expect(await audit()).toEqual([])
})

it('an account that is deleted gets back what the terms give for each seat of its orders', async () => {
  const { student, sent, audit } = await makeOrder()
  await admin.call(api.deleteUser, { params: { id: student.user.id } })
  await application.runJobs()
  expect(await sent()).toBe(4000)
  expect(await audit()).toEqual([])
})

it.each([
  ['kwd', [4990, 10_020], 1.25],
  ['isk', [4999, 3000], 1000],
  ['ugx', [150_000, 50_000], 7_777],
])('an order in %s is charged and refunded in amounts that the provider takes', async (currency, prices, part) => {
  const other = await openForThisTest({ CURRENCY: currency })
  const student = await other.signedIn('student')
  const chosen = await Promise.all(prices.map((listPriceMinor) => makeClass(other.services.db, { listPriceMinor })))
  const transactionId = await buyAll(student, chosen)
  const sum = prices.reduce((all, price) => all + price, 0)
  expect(await other.services.cards.getIntent(transactionId)).toMatchObject({ amountMinor: sum })
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  const boss = await other.signedIn('admin')
  const params = { id: payment?._id ?? '' }
  await boss.call(api.refundPayment, { params, body: { amount: part } })
  await other.runJobs()
  expect(await readAudit(other)).toEqual({ discrepancies: [], inProgress: [] })
})
