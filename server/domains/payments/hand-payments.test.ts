import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { beginWithCode } from '../../../testing/coupons.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { makeVoucher } from '../../../testing/vouchers.ts'
import { credits } from '../credit/credit.table.ts'
import { entries } from './ledger.table.ts'

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

interface Money {
  method?: 'free' | 'cash' | 'transfer'
  amount?: number
}

/** Enrolls a student in a class of $49.99, with money by hand. */
async function enrol(money: Money) {
  const student = await application.signedIn('student')
  const chosen = await makeClass(application.services.db, { seats: 3 })
  const { email } = student.user
  const grant = (values: Money = money) =>
    admin.call(api.grantEnrolment, { params: { id: chosen.runId }, body: { email, reason: 'At the desk', ...values } })
  const read = async () => {
    const [payment] = await student.call(api.listPayments, { query: { email } })
    if (!payment) throw new Error('There is no payment.')
    return payment
  }
  const refund = async (body: Parameters<typeof admin.call<typeof api.refundPayment>>[1]['body']) =>
    admin.call(api.refundPayment, { params: { id: (await read())._id }, body })
  return { student, chosen, grant, read, refund }
}

/** Returns the sum of an account in the whole ledger. */
async function sumAccount(account: 'cash' | 'transfer' | 'seats'): Promise<number> {
  const rows = await application.services.db.select().from(entries).where(eq(entries.account, account))
  return rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

async function expectCleanAudit() {
  expect((await readAudit(application)).discrepancies).toEqual([])
}

describe('an enrolment with money by hand', () => {
  it('has an order, a payment and a receipt with the method, and is income of the class', async () => {
    const { student, chosen, grant, read } = await enrol({ method: 'cash' })
    const before = await sumAccount('cash')
    await grant()
    const payment = await read()
    expect(payment).toMatchObject({
      price: 49.99,
      credit: 0,
      voucher: 0,
      by_hand: 'cash',
      status: 'paid',
      refund: null,
    })
    expect(payment.transactionId).toBe(String(payment.order))
    const order = await student.call(api.getOrder, { params: { id: payment.orderId } })
    expect(order).toMatchObject({ state: 'completed', total: 49.99, paid: 49.99, due: 0 })
    expect(order.payments).toMatchObject([{ method: 'cash', amount: 49.99, receipt: payment.receipt }])
    expect(await sumAccount('cash')).toBe(before + 4999)
    expect(await student.call(api.getCredit, {})).toEqual({ balance: 0, entries: [], reserved: 0 })
    expect(await readSeats(application, chosen)).toEqual({ seats: 2, enroll: 1 })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const [receipt] = emails.filter(({ subject }) => subject?.startsWith('Receipt '))
    expect(receipt?.text).toContain('$49.99, paid in cash')
    expect(receipt?.text).not.toContain('Transaction')
    const [entry] = await admin.call(api.listActivity, { query: {} })
    expect(entry).toMatchObject({ deed: 'student_enrolled', words: '$49.99 in cash: At the desk' })
    await expectCleanAudit()
  })

  it('may cost less than the list price: the rest is a discount', async () => {
    const { student, grant, read } = await enrol({ method: 'transfer', amount: 30 })
    await grant()
    const payment = await read()
    expect(payment).toMatchObject({ price: 30, list_price: 49.99, by_hand: 'transfer' })
    const { lines } = await student.call(api.getOrder, { params: { id: payment.orderId } })
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['seat', 49.99],
      ['discount', -19.99],
    ])
    await expectCleanAudit()
  })

  it('is listed for its instructor with what was paid how, also in the file and among all payments', async () => {
    const { chosen, grant, read } = await enrol({ method: 'cash', amount: 40 })
    await grant()
    const params = { id: chosen.runId }
    const paid = { amount: 40, currency: 'usd', methods: ['cash'] }
    expect(await admin.call(api.listRunStudents, { params })).toMatchObject([{ source: 'payment', paid }])
    expect(await admin.call(api.exportRunStudents, { params })).toContain('"40","usd","cash"')
    const { receipt } = await read()
    const query = { q: String(receipt) }
    expect(await admin.call(api.exportPayments, { query })).toContain('"usd","cash","paid"')
    expect(await admin.call(api.sumPayments, { query })).toMatchObject([{ paid: 40, refunded: 0, credited: 0 }])
  })

  it('is listed beside what others have paid by card and with a voucher, and beside free places', async () => {
    const { student, chosen, grant } = await enrol({})
    await grant()
    const byCard = await application.signedIn('student', { emailConfirmed: true })
    await buy(byCard, chosen)
    const byVoucher = await application.signedIn('student', { emailConfirmed: true })
    const { code } = await makeVoucher(admin, 20)
    const { clientSecret } = await beginWithCode(byVoucher, [chosen], code)
    await confirmCard(byVoucher, clientSecret ?? '')
    await byVoucher.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    const roster = await admin.call(api.listRunStudents, { params: { id: chosen.runId } })
    const find = ({ email }: { email: string }) => roster.find((one) => one.email === email)?.paid
    expect(find(student.user)).toBeNull()
    expect(find(byCard.user)).toEqual({ amount: 49.99, currency: 'usd', methods: ['card'] })
    expect(find(byVoucher.user)).toEqual({ amount: 49.99, currency: 'usd', methods: ['card', 'voucher'] })
  })

  it('is refused for other amounts than the seat may cost, and adds nothing then', async () => {
    const { chosen, grant } = await enrol({})
    const refused: Money[] = [
      { method: 'cash', amount: 50 },
      { method: 'cash', amount: 0 },
      { method: 'transfer', amount: -1 },
      { method: 'transfer', amount: 1.001 },
      { method: 'free', amount: 10 },
      { amount: 10 },
    ]
    for (const money of refused) expect(await catchCode(grant(money))).toBe('INVALID_INPUT')
    expect(await readSeats(application, chosen)).toEqual({ seats: 3, enroll: 0 })
    await grant({ method: 'cash' })
    expect(await catchCode(grant({ method: 'cash' }))).toBe('ALREADY_ENROLLED')
    await expectCleanAudit()
  })

  it('is for admins only, and is not ended without a refund', async () => {
    const { student, chosen, grant } = await enrol({ method: 'cash' })
    const body = { email: student.user.email, reason: 'me', method: 'cash' as const }
    for (const other of [student, await application.signedIn('instructor')])
      expect(await catchCode(other.call(api.grantEnrolment, { params: { id: chosen.runId }, body }))).toBe(
        'NOT_ALLOWED',
      )
    const { insertedId: id } = await grant()
    expect(await catchCode(admin.call(api.endEnrolment, { params: { id } }))).toBe('PAID_ENROLMENT')
  })
})

describe('money by hand that goes back', () => {
  it('is paid back by hand in parts, and never more than was paid', async () => {
    const { student, grant, read, refund } = await enrol({ method: 'cash' })
    await grant()
    const [cash, transfer] = [await sumAccount('cash'), await sumAccount('transfer')]
    await refund({ by_hand: 'cash', amount: 10 })
    expect(await read()).toMatchObject({ status: 'paid', refunded: 10, credited: 0, refund: { method: 'cash' } })
    await refund({ by_hand: 'transfer' })
    expect(await read()).toMatchObject({ status: 'refunded', refunded: 49.99, credited: 0, ended: { why: 'refunded' } })
    expect(await sumAccount('cash')).toBe(cash - 1000)
    expect(await sumAccount('transfer')).toBe(transfer - 3999)
    expect(await catchCode(refund({ by_hand: 'cash', amount: 0.01 }))).toBe('REFUND_TOO_LARGE')
    expect(await student.call(api.getCredit, {})).toMatchObject({ balance: 0, entries: [] })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(emails.some(({ text }) => text?.includes('We have paid you $10.00 back in cash.'))).toBe(true)
    const { orderId } = await read()
    const order = await admin.call(api.getOrder, { params: { id: orderId } })
    expect(order.refunds.map(({ method, amount }) => [method, amount])).toEqual([
      ['cash', 10],
      ['transfer', 39.99],
    ])
    expect(order).toMatchObject({ refunded: 49.99, credited: 0 })
    await expectCleanAudit()
  })

  it('becomes credit where the student cancels or an admin gives it, and never goes to a card', async () => {
    const { student, grant, read, refund } = await enrol({ method: 'transfer' })
    await grant()
    await refund({ credit: true, amount: 9.99 })
    await student.call(api.cancelPayment, { params: { id: (await read())._id } })
    expect(await read()).toMatchObject({ status: 'refunded', refunded: 0, credited: 49.99 })
    expect(await student.call(api.getCredit, {})).toMatchObject({ balance: 49.99 })
    await application.runJobs()
    await expectCleanAudit()
  })

  it('is only what was received so, and either by hand or as credit', async () => {
    const { student, grant, refund } = await enrol({ method: 'cash' })
    await grant()
    expect(await catchCode(refund({ by_hand: 'cash', credit: true }))).toBe('INVALID_INPUT')
    await buy(student, await makeClass(application.services.db))
    const payments = await student.call(api.listPayments, { query: { email: student.user.email } })
    const byCard = payments.find(({ by_hand }) => by_hand === null)
    const call = admin.call(api.refundPayment, { params: { id: byCard?._id ?? '' }, body: { by_hand: 'cash' } })
    expect(await catchCode(call)).toBe('INVALID_INPUT')
    await expectCleanAudit()
  })
})

describe('the audit', () => {
  it('finds money by hand that no payment has', async () => {
    const own = await openForThisTest()
    const { user } = await own.signedIn('student')
    const row = { userId: user.id, kind: 'cash' as const, currency: 'usd', reason: '', createdAt: 1 }
    await own.services.db.insert(credits).values({ ...row, amountMinor: 4999 })
    expect((await readAudit(own)).discrepancies).toMatchObject([
      { kind: 'user', id: user.id, text: '$0.00 received in cash for seats; $49.99 recorded' },
    ])
  })
})
