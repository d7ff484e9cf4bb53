import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, refuseWebhookEvents } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import * as Credit from '../credit/credit.ts'
import { enrolments } from '../enrolments/enrolments.table.ts'
import { payments } from './payments.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Creates a class with a date at $100 that a student has bought, and others. */
async function makeBought({ moveFee = 0, moveHours = 0, refundPercent = 100 } = {}) {
  const { db } = application.services
  const steps = [{ hours_before: 0, refund_percent: refundPercent, credit_percent: 0, fee: 0 }]
  const body = { name: 'Moves', steps, move_fee: moveFee, move_hours_before: moveHours } as never
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const chosen = await makeClass(db, { termsId, listPriceMinor: 10_000 })
  const first = await makeRun(db, chosen.id)
  const student = await application.signedIn('student')
  await buy(student, { ...chosen, runId: first.id })
  const makeAt = async (listPriceMinor: number | null) => (await makeRun(db, chosen.id, { listPriceMinor })).id
  const list = () => student.call(api.listPayments, { query: { email: student.user.email } })
  return {
    ...{ student, first, makeAt, list },
    quote: (runId: string, from = first.id, visitor: Visitor = student) =>
      visitor.call(api.getMove, { params: { id: from }, query: { runId } }),
    move: (runId: string, from = first.id, expected_due?: number) =>
      student.call(api.moveEnrolment, { params: { id: from }, body: { runId, expected_due } }),
    audit: async () => {
      const ids = [student.user.id, ...(await list()).flatMap(({ _id, orderId }) => [_id, orderId])]
      return (await readAudit(application)).discrepancies.filter(({ id }) => ids.includes(id)).map(({ text }) => text)
    },
  }
}

describe('moving to a cheaper date', () => {
  it('gives the difference as credit, which the quote says before and the e-mail after', async () => {
    const { student, makeAt, quote, move, list, audit } = await makeBought()
    const cheaper = await makeAt(6000)
    expect(await quote(cheaper)).toMatchObject({ due: 0, credit: 40, fee: 0, text: 'You get $40.00 as credit.' })
    expect(await move(cheaper)).toEqual({ modifiedCount: 1 })
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 40 })
    const refund = { reason: 'moved', method: 'credit', amount: 40, status: 'done' }
    expect(await list()).toMatchObject([{ status: 'paid', ended: null, runId: cheaper, credited: 40, refund }])
    await application.runJobs()
    const [email] = (await application.readEmails()).filter(
      ({ to, subject }) => to?.[0]?.address === student.user.email && subject?.startsWith('Your date has changed'),
    )
    expect(email?.text).toContain('You have $40.00 more credit.')
    expect(await audit()).toEqual([])
  })

  it('gives no credit for what was refunded at the card provider, whose event has not come', async () => {
    refuseWebhookEvents(application)
    const { student, first, makeAt, move, list, audit } = await makeBought()
    const [cheaper, dearer] = [await makeAt(6000), await makeAt(11_000)]
    const intentId = (await list())[0]?.transactionId ?? ''
    await application.sandbox?.stripe.refunds.create({ payment_intent: intentId, amount: 9000 })
    const follow = vi.spyOn(application.services.cards, 'listRefunds')
    onTestFinished(() => follow.mockRestore())
    expect(await catchCode(move(dearer))).toBe('PRICE_DIFFERS')
    expect(await catchCode(move(cheaper, first.id, 10))).toBe('AMOUNT_CHANGED')
    expect(follow).not.toHaveBeenCalledWith(intentId)
    expect(await move(cheaper)).toEqual({ modifiedCount: 1 })
    expect(await list()).toMatchObject([{ ended: null, runId: cheaper, refunded: 90, credited: 10 }])
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 10 })
    expect(await audit()).toEqual([])
  })

  it('and back again costs the difference, so that credit is given once', async () => {
    const { first, student, makeAt, quote, move } = await makeBought()
    const cheaper = await makeAt(6000)
    await move(cheaper)
    expect(await quote(first.id, cheaper)).toMatchObject({ due: 40, credit: 0, is_payable: true })
    expect(await catchCode(move(first.id, cheaper))).toBe('PRICE_DIFFERS')
    expect(await catchError(move(first.id, cheaper, 39))).toMatchObject({
      ...{ code: 'AMOUNT_CHANGED', message: 'That date costs $40.00 more.' },
    })
    expect(await move(await makeAt(6000), cheaper)).toEqual({ modifiedCount: 1 })
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 40 })
  })

  it('returns no more than is left of the payment, less the fee of the terms', async () => {
    const { student, makeAt, quote, move, list, audit } = await makeBought({ moveFee: 5 })
    const [payment] = await list()
    await admin.call(api.refundPayment, { params: { id: payment?._id ?? '' }, body: { amount: 80 } })
    const cheaper = await makeAt(6000)
    expect(await quote(cheaper)).toMatchObject({ credit: 20, fee: 5 })
    await move(cheaper)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 20 })
    expect(await audit()).toEqual([])
    expect(await quote(await makeAt(6000), cheaper)).toMatchObject({ due: 5, credit: 0, fee: 5 })
  })

  it('is refused while the payment is disputed, and after the hours of the terms', async () => {
    const { student, first, makeAt, quote, move } = await makeBought({ moveHours: 24 })
    const cheaper = await makeAt(6000)
    const { until } = await quote(cheaper)
    expect(until).toBeGreaterThan(Date.now())
    const { db } = application.services
    const setDisputed = (isDisputed: boolean) =>
      db.update(payments).set({ isDisputed }).where(eq(payments.userId, student.user.id))
    await setDisputed(true)
    expect(await catchCode(move(cheaper))).toBe('PAYMENT_DISPUTED')
    await setDisputed(false)
    await db.execute(`update runs set starts_at = ${Date.now() + 3_600_000} where id = '${first.id}'`)
    expect((await catchError(move(cheaper))).message).toMatch(/^It is too late to move/)
    const isOwn = eq(enrolments.userId, student.user.id)
    await db.update(enrolments).set({ schoolMovedAt: Date.now() }).where(isOwn)
    expect(await move(cheaper)).toEqual({ modifiedCount: 1 })
  })

  it('leaves what the cheaper date costs to a cancellation, so that a move is no way around the terms', async () => {
    const { student, makeAt, move, list, audit } = await makeBought({ refundPercent: 50 })
    await move(await makeAt(2000))
    const [payment] = await list()
    const params = { id: payment?._id ?? '' }
    const quoted = await student.call(api.getCancellation, { params })
    expect(quoted).toMatchObject({ refund: 10, credit: 0, text: 'Until the start: 50 % of $20.00' })
    await student.call(api.cancelPayment, { params })
    expect(await list()).toMatchObject([{ refunded: 10, credited: 80 }])
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 80 })
    expect(await audit()).toEqual([])
  })

  it('is reported to admins where all of the money is refunded at the provider after that', async () => {
    const { makeAt, move, list } = await makeBought()
    await move(await makeAt(6000))
    const [payment] = await list()
    await application.sandbox?.stripe.refunds.create({ payment_intent: payment?.transactionId ?? '' })
    const listTexts = async () =>
      (await admin.call(api.listIncidents)).filter((one) => one.paymentId === payment?._id).map(({ text }) => text)
    await expect.poll(listTexts).toEqual([expect.stringMatching(/^\$40\.00 more was refunded/)])
    expect(await list()).toMatchObject([{ refunded: 60, credited: 40, ended: { why: 'at_provider' } }])
  })

  it('of a substitute gives the credit to the buyer of the place, who forgoes it once their account is deleted', async () => {
    const { student, first, makeAt, quote } = await makeBought()
    const [cheaper, cheapest] = [await makeAt(6000), await makeAt(5000)]
    const substitute = await application.signedIn('student', { emailConfirmed: true })
    const [enrolled] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    const body = { email: substitute.user.email, name: 'Leo Brandt' }
    await student.call(api.nameSubstitute, { params: { id: enrolled?._id ?? '' }, body })
    const text = 'Who paid for your place gets $40.00 as credit.'
    expect(await quote(cheaper, first.id, substitute)).toMatchObject({ credit: 40, text })
    const moveFrom = (id: string, runId: string) =>
      substitute.call(api.moveEnrolment, { params: { id }, body: { runId } })
    await moveFrom(first.id, cheaper)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 40 })
    await application.runJobs()
    const [email] = (await application.readEmails()).filter(
      ({ to, subject }) => to?.[0]?.address === body.email && subject?.startsWith('Your date has changed'),
    )
    expect(email?.text).toContain(text)
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    await moveFrom(cheaper, cheapest)
    const { db, currency } = application.services
    expect(await Credit.readAvailable(db, student.user.id, currency)).toBe(0)
  })

  it('is quoted to the student only', async () => {
    const { makeAt, quote, first } = await makeBought()
    const cheaper = await makeAt(6000)
    expect(await catchCode(quote(cheaper, first.id, await application.signedIn('student')))).toBe('NOT_FOUND')
    expect(await catchCode(quote(cheaper, first.id, application.visitor))).toBe('NOT_SIGNED_IN')
    expect(await catchCode(quote(first.id))).toBe('ALREADY_ENROLLED')
  })
})

describe('moving to a date where the fee of the terms is due', () => {
  it('says the fee in words, alone or beside a dearer price, until the student agrees to the amount', async () => {
    const { makeAt, quote, move } = await makeBought({ moveFee: 5 })
    const [same, less, more] = [await makeAt(10_000), await makeAt(9700), await makeAt(11_000)]
    const refused = async (runId: string) => (await catchError(move(runId))).message
    const fee = 'The terms of your purchase have a fee of $5.00 for a move'
    expect(await refused(same)).toBe(`${fee}.`)
    expect(await refused(less)).toBe(`${fee}, of which $2.00 is left to pay.`)
    expect(await refused(more)).toBe('That date costs $15.00 more, with the fee of $5.00 for a move.')
    for (const runId of [same, less, more]) {
      expect(await catchError(move(runId))).toMatchObject({ code: 'PRICE_DIFFERS' })
      expect((await quote(runId)).text).toBe(await refused(runId))
    }
  })

  it('takes the fee off what a cheaper date returns', async () => {
    const { student, makeAt, quote, move } = await makeBought({ moveFee: 5 })
    const cheaper = await makeAt(6000)
    const text = 'A move costs $5.00. You get $35.00 as credit.'
    expect(await quote(cheaper)).toMatchObject({ due: 0, credit: 35, fee: 5, text })
    await move(cheaper)
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 35 })
  })
})
