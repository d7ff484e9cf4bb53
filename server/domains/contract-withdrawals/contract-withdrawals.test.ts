import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContractWithdrawalRequest } from '#contract/contract-withdrawals.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { buy } from '../../../testing/paying.ts'
import { readSentEmails } from '../../../testing/sent-emails.ts'
import { catchCode, catchError, Visitor } from '../../../testing/visitor.ts'
import { buyVoucher } from '../../../testing/vouchers.ts'
import { credits } from '../credit/credit.table.ts'
import { contractWithdrawals } from './contract-withdrawals.table.ts'
import { findRight, removeUnmatched } from './contract-withdrawals.ts'

const DAY = 24 * 3_600_000

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** A student who has bought a class, without dates or on one. */
async function makeBuyer({ startsAt }: { startsAt?: number } = {}) {
  const { db } = application.services
  const student = await application.signedIn('student')
  const chosen = await makeClass(db)
  const runId = startsAt === undefined ? chosen.runId : (await makeRun(db, chosen.id, { startsAt })).id
  await buy(student, { ...chosen, runId })
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  const request = { order: payment?.order ?? 0, email: student.user.email, name: 'Ada Lovelace' }
  return { student, chosen, payment, request }
}

let declared = 0
/** Declares a withdrawal from an address of its own, and runs its jobs. Returns the declaration as admins see it. */
async function declare(body: ContractWithdrawalRequest) {
  const visitor = new Visitor(application.app, undefined, `198.51.100.${++declared}`)
  const { insertedId } = await visitor.call(api.withdrawFromContract, { body })
  await application.runJobs()
  const all = await admin.call(api.listContractWithdrawals)
  const found = all.find(({ _id }) => _id === insertedId)
  if (!found) throw new Error('The declaration is not listed.')
  return found
}

const countEmails = async (to: string) => {
  const sent = await readSentEmails(application.settings.dataDir)
  return sent.filter(
    (mail) => mail.subject?.startsWith('We received your withdrawal') && mail.to?.some(({ address }) => address === to),
  )
}

describe('a withdrawal from a contract', () => {
  it('is declared without a login, is proven to the buyer, and is listed for admins', async () => {
    const { student, chosen, payment, request } = await makeBuyer()
    const found = await declare({ ...request, text: 'Only the first class.\nThank you.' })
    expect(found).toMatchObject({
      ...{ order: payment?.order, email: student.user.email, name: 'Ada Lovelace', done_at: null },
      text: 'Only the first class.\nThank you.',
      seats: [{ paymentId: payment?._id, className: chosen.name, right: 'open', refunded: false }],
    })
    const [mail] = await countEmails(student.user.email)
    expect(mail?.text).toContain(`Order: ${payment?.order}\nName: Ada Lovelace\nE-mail: ${student.user.email}`)
    expect(mail?.text).toMatch(/Received: \w{3}, \w{3} \d+, \d{4}, \d\d:\d\d/)
    expect(mail?.text).toContain('Only the first class.\nThank you.')
    expect(mail?.text).toContain('The withdrawal is valid.')
    const [again] = await student.call(api.listPayments, { query: { email: student.user.email } })
    expect(again).toMatchObject({ refunded: 0, ended: null })
    const params = { id: payment?._id ?? '' }
    const readRefunded = async () => {
      const [listed] = await admin.call(api.listContractWithdrawals, { query: { q: String(payment?.order) } })
      return listed?.seats[0]?.refunded
    }
    await admin.call(api.refundPayment, { params, body: { amount: 10 } })
    expect(await readRefunded()).toBe(false)
    await admin.call(api.refundPayment, { params })
    expect(await readRefunded()).toBe(true)
    const { withdrawals } = await student.call(api.getOwnData)
    expect(withdrawals).toMatchObject([{ order: payment?.order, name: 'Ada Lovelace' }])
  })

  it('of a class on a date is not valid, and the e-mail offers its terms', async () => {
    const { student, request } = await makeBuyer({ startsAt: Date.now() + 30 * DAY })
    expect((await declare(request)).seats).toMatchObject([{ right: 'dated' }])
    expect((await countEmails(student.user.email))[0]?.text).toContain('It can be cancelled by its terms')
  })

  it('of a seat that was sold without dates stays valid when the school sets one', async () => {
    const { request, chosen, payment } = await makeBuyer()
    const body = {
      time_zone: 'UTC',
      sessions: [{ starts: '2036-05-04T18:00', ends: '2036-05-04T20:00' }],
      undated: 'keep' as const,
    }
    await admin.call(api.changeRun, { params: { id: chosen.runId }, body })
    const [moved] = (await declare(request)).seats
    expect(moved).toMatchObject({ paymentId: payment?._id, right: 'open' })
  })

  it('of a gift voucher is valid within the days, while nothing of it is spent', async () => {
    const student = await application.signedIn('student')
    const { id, number: order } = await buyVoucher(student)
    const request = { order, email: student.user.email, name: 'Ada Lovelace' }
    const seat = { paymentId: null, className: 'Gift voucher', right: 'open', refunded: false }
    expect((await declare(request)).seats).toEqual([seat])
    const [mail] = await countEmails(student.user.email)
    expect(mail?.text).toContain('Gift voucher: bought within 14 days')
    const { db } = application.services
    const spent = { userId: student.user.id, kind: 'voucher', voucherId: id, reason: '' } as const
    await db.insert(credits).values({ ...spent, amountMinor: 1, currency: 'usd', createdAt: 1 })
    expect((await declare(request)).seats).toMatchObject([{ right: 'spent' }])
    const other = await buyVoucher(student)
    await admin.call(api.voidVoucher, { params: { id: other.id }, body: { reason: 'Withdrawn' } })
    expect((await declare({ ...request, order: other.number })).seats).toMatchObject([
      { right: 'open', refunded: true },
    ])
    const unpaid = await student.call(api.buyVoucher, { body: { amount: 20, recipient_name: 'Grace' } })
    expect((await declare({ ...request, order: unpaid.number })).orderId).toBeNull()
  })

  it('is answered the same for an order of another person and for an unknown one, and sends no e-mail', async () => {
    const { student, request } = await makeBuyer()
    const other = await application.signedIn('student')
    for (const body of [
      { ...request, email: other.user.email },
      { ...request, order: 99_999_999 },
    ]) {
      const found = await declare(body)
      expect(found).toMatchObject({ orderId: null, seats: [] })
    }
    expect(await countEmails(student.user.email)).toEqual([])
    expect(await countEmails(other.user.email)).toEqual([])
  })

  it('of an order that was not paid finds none', async () => {
    const { db } = application.services
    const student = await application.signedIn('student')
    const chosen = await makeClass(db)
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
    await student.call(api.createPaymentIntent, { body: { price: 49.99, cartId } })
    const [order] = await student.call(api.listOrders)
    const found = await declare({ order: order?.number ?? 0, email: student.user.email, name: 'Ada' })
    expect(found.orderId).toBeNull()
  })

  it('is proven five times a day for one order, and recorded each time', async () => {
    const { student, request } = await makeBuyer()
    await application.services.db.insert(contractWithdrawals).values(
      Array.from({ length: 4 }, () => ({
        ...{ orderNumber: request.order, email: request.email, name: 'Ada', text: '' },
        ...{ orderId: null, createdAt: Date.now() - 1_000 },
      })),
    )
    const { orderId } = await declare(request)
    expect(await countEmails(student.user.email)).toHaveLength(1)
    await application.services.db
      .update(contractWithdrawals)
      .set({ orderId })
      .where(eq(contractWithdrawals.orderNumber, request.order))
    await declare(request)
    expect(await countEmails(student.user.email)).toHaveLength(1)
  })

  it('is marked as done by an admin once, is reopened, and both are in the activity', async () => {
    const { request } = await makeBuyer()
    const { _id: id } = await declare(request)
    const mark = (done: boolean, by: Visitor = admin) =>
      by.call(api.markContractWithdrawal, { params: { id }, body: { done } })
    expect([await mark(true), await mark(true), await mark(false)]).toEqual([
      { modifiedCount: 1 },
      { modifiedCount: 0 },
      { modifiedCount: 1 },
    ])
    const activity = await admin.call(api.listActivity, { query: { q: String(request.order) } })
    expect(activity.map(({ deed }) => deed)).toEqual(['withdrawal_reopened', 'withdrawal_done'])
    const listed = await admin.call(api.listContractWithdrawals, { query: { q: String(request.order) } })
    expect(listed.map(({ _id, done_at }) => [_id, done_at])).toEqual([[id, null]])
    for (const role of ['student', 'instructor'] as const) {
      const other = await application.signedIn(role)
      expect(await catchCode(mark(true, other))).toBe('NOT_ALLOWED')
      expect(await catchCode(other.call(api.listContractWithdrawals))).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(admin.call(api.markContractWithdrawal, { params: { id: 'x' }, body: { done: true } }))).toBe(
      'NOT_FOUND',
    )
  })

  it('is refused without a number, a name or an address, and after ten in ten minutes', async () => {
    const own = await openForThisTest()
    const body = { order: 100_001, email: 'ada@example.test', name: 'Ada' }
    const send = (more: object) => catchCode(own.visitor.call(api.withdrawFromContract, { body: { ...body, ...more } }))
    for (const wrong of [{ order: 0 }, { order: 1.5 }, { name: ' ' }, { email: 'ada' }, { text: 'x'.repeat(501) }])
      expect(await send(wrong)).toBe('INVALID_INPUT')
    for (let time = 0; time < 10; time++) await own.visitor.call(api.withdrawFromContract, { body })
    const error = await catchError(own.visitor.call(api.withdrawFromContract, { body }))
    expect(error.statusCode).toBe(429)
  })

  it('that belongs to no order is removed after 90 days, others stay', async () => {
    const { db } = application.services
    const { request } = await makeBuyer()
    const kept = await declare(request)
    const removed = await declare({ ...request, order: 99_999_998 })
    await db.update(contractWithdrawals).set({ createdAt: Date.now() - 91 * DAY })
    await removeUnmatched(db)
    const ids = (await db.select({ id: contractWithdrawals.id }).from(contractWithdrawals)).map(({ id }) => id)
    expect([ids.includes(kept._id), ids.includes(removed._id)]).toEqual([true, false])
  })

  it('of a payment long ago has expired', async () => {
    const { payment, request } = await makeBuyer()
    const boughtAt = Date.now() - 16 * DAY
    await application.services.db
      .update(payments)
      .set({ createdAt: boughtAt })
      .where(eq(payments.id, payment?._id ?? ''))
    expect((await declare(request)).seats).toMatchObject([{ right: 'expired' }])
  })
})

describe('the right to withdraw', () => {
  it('ends with the fourteenth day after the purchase, by the clock of the school', () => {
    const boughtAt = Date.parse('2027-03-20T22:30:00Z')
    const find = (at: string, zone: string | null) => findRight({ isOpen: true, boughtAt }, Date.parse(at), zone)
    // In Oslo it is the 20th; clocks go forward on the 28th. In Kiritimati it is the 21st.
    expect(find('2027-04-03T21:59:59Z', 'Europe/Oslo')).toBe('open')
    expect(find('2027-04-03T22:00:00Z', 'Europe/Oslo')).toBe('expired')
    expect(find('2027-04-04T09:59:59Z', 'Pacific/Kiritimati')).toBe('open')
    expect(find('2027-04-04T10:00:00Z', 'Pacific/Kiritimati')).toBe('expired')
    expect(findRight({ isOpen: false, boughtAt }, boughtAt, null)).toBe('dated')
  })
})

describe('the link to the withdrawal', () => {
  it('is on where the country requires it or the school wants it', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const change = (body: object) => owner.call(api.changeSchool, { body })
    const isLinked = async () => (await owner.call(api.getSchool)).withdrawal_function
    expect(await isLinked()).toBe(false)
    await change({ country: 'no' })
    expect((await owner.call(api.getSchool)).country).toBe('NO')
    expect(await isLinked()).toBe(true)
    await change({ country: 'CH' })
    expect(await isLinked()).toBe(false)
    await change({ withdrawal_function: true })
    expect(await isLinked()).toBe(true)
    await change({ country: 'DE', withdrawal_function: false })
    expect(await isLinked()).toBe(false)
    for (const country of ['XX', 'DEU', '']) expect(await catchCode(change({ country }))).toBe('INVALID_INPUT')
  })
})
