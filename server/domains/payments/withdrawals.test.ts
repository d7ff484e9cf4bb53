import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import { REFUND_MESSAGES } from '#contract/refund-messages.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { type ClassRow, makeClass, makeRun } from '../../../demo/factories.ts'
import { createDatabase, openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { beginWithCode, completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { attempts } from './payments.table.ts'
import { refundClass } from './withdrawals.ts'

const application = openForThisFile()

/** Creates a class with two students who have bought it and one who is paying. */
async function makeSoldClass() {
  const instructor = await application.signedIn('instructor')
  const chosen = await makeClass(application.services.db, { seats: 5, instructorId: instructor.user.id })
  const buyers = [await application.signedIn('student'), await application.signedIn('student')]
  for (const buyer of buyers) await buy(buyer, chosen)
  const late = await application.signedIn('student')
  const { cartId, clientSecret } = await beginPaying(late, chosen)
  return { instructor, chosen, buyers, late, cartId, clientSecret, params: { id: chosen.id } }
}

const readStatuses = async ({ id }: ClassRow) => {
  const rows = await application.services.db.select().from(attempts).where(eq(attempts.classId, id))
  return rows.map(({ status }) => status).sort()
}

describe('a withdrawn class', () => {
  it('can no longer be seen, selected or paid for', async () => {
    const { instructor, chosen, late, cartId, params } = await makeSoldClass()
    expect(await instructor.call(api.withdrawClass, { params })).toEqual({ modifiedCount: 1 })
    const shown = await application.visitor.call(api.listApprovedClasses)
    expect(shown.map(({ _id }) => _id)).not.toContain(chosen.id)
    expect(await catchCode(application.visitor.call(api.getClass, { params }))).toBe('NOT_FOUND')
    const other = await application.signedIn('student')
    expect(await catchCode(other.call(api.selectClass, { body: { classId: chosen.id } }))).toBe('NOT_FOUND')
    expect(await catchCode(late.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('NOT_FOUND')
    expect(await instructor.call(api.getClass, { params })).toMatchObject({ withdrawn_at: expect.any(Number) })
  })

  it('has every student refunded and e-mailed, and reports the progress', async () => {
    const { instructor, chosen, buyers, late, clientSecret, params } = await makeSoldClass()
    await instructor.call(api.withdrawClass, { params })
    const before = await instructor.call(api.getWithdrawal, { params })
    expect(before).toMatchObject({ open_attempts: 1, to_refund: 2, queued: 0, done: 0, failed: 0 })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({
      open_attempts: 0,
      to_refund: 0,
      queued: 0,
      done: 2,
      failed: 0,
    })
    expect(await readSeats(application, chosen)).toEqual({ seats: 5, enroll: 0 })
    expect(await readStatuses(chosen)).toEqual(['released', 'settled', 'settled'])
    expect((await confirmCard(late, clientSecret)).statusCode).toBe(400)
    const emails = await application.readEmails()
    for (const { user } of buyers) {
      const refunded = emails.filter(
        ({ to, subject }) => to?.[0]?.address === user.email && /^Refund/.test(subject ?? ''),
      )
      expect(refunded.map(({ text }) => text)).toEqual([expect.stringContaining(REFUND_MESSAGES.withdrawn)])
    }
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('sends the buyer of three seats one e-mail, with their sum and receipts, also where the school gave one of them', async () => {
    const { db } = application.services
    const admin = await application.signedIn('admin')
    const chosen = await makeClass(db, { listPriceMinor: 5000, name: 'Night Harbour' })
    const parent = await application.signedIn('student', { emailConfirmed: true })
    await buy(parent, { ...chosen, party: 3 })
    const guest = await application.signedIn('student', { emailConfirmed: true })
    const body = { email: guest.user.email, reason: 'Guest' }
    await admin.call(api.grantEnrolment, { params: { id: chosen.runId }, body })
    const further = { classId: chosen.id, runId: chosen.runId, seats: 2, for_others: true }
    const { insertedId: cartId } = await guest.call(api.selectClass, { body: further })
    const { clientSecret } = await guest.call(api.createPaymentIntent, { body: { price: 50, cartId } })
    await confirmCard(guest, clientSecret)
    await guest.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    await application.runJobs()
    const read = async ({ user }: typeof parent) =>
      (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email)
    const before = new Map([parent, guest].map((student) => [student, 0]))
    for (const student of before.keys()) before.set(student, (await read(student)).length)
    await admin.call(api.withdrawClass, { params: { id: chosen.id } })
    for (let round = 0; round < 2; round++) await application.runJobs()
    for (const [student, sum, count] of [
      [parent, '$150.00', 3],
      [guest, '$100.00', 2],
    ] as const) {
      const sent = (await read(student)).slice(before.get(student))
      expect(sent.map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^Refund of receipt .*: Night Harbour$/),
      ])
      expect(sent[0]?.text).toContain(`We are refunding ${sum} to your card.`)
      expect(sent[0]?.subject?.match(/\d+/g)).toHaveLength(count)
    }
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('is e-mailed to who has paid nothing', async () => {
    const admin = await application.signedIn('admin')
    const chosen = await makeClass(application.services.db)
    const student = await application.signedIn('student')
    const { code } = await makeCoupon(admin, { value: 100 })
    await completePaying(student, await beginWithCode(student, [chosen], code))
    await admin.call(api.withdrawClass, { params: { id: chosen.id } })
    const sent = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Receipt/),
      `Withdrawn: ${chosen.name}`,
    ])
  })

  it('has every student refunded even while an attempt to pay cannot be ended', async () => {
    const { instructor, late, clientSecret, params } = await makeSoldClass()
    const ctx = application.services
    await instructor.call(api.withdrawClass, { params })
    const cards = { ...ctx.cards, cancelIntent: () => Promise.reject(new Error('away')) }
    await expect(refundClass({ ...ctx, cards }, params.id, instructor.user.id)).rejects.toThrow('could not be ended')
    await application.runJobs()
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({ to_refund: 0, done: 2 })
    await confirmCard(late, clientSecret)
    await application.runJobs()
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({ open_attempts: 0 })
  })

  it('has a student refunded who was paying at that moment', async () => {
    // It delivers no webhook events, so that nothing settles the payment before the withdrawal.
    const provider = await openFakeStripe(await createDatabase())
    onTestFinished(() => provider.close())
    const school = await openForThisTest(provider.settings)
    const [instructor, student] = [await school.signedIn('instructor'), await school.signedIn('student')]
    const chosen = await makeClass(school.services.db, { seats: 5, instructorId: instructor.user.id })
    const { clientSecret } = await beginPaying(student, chosen)
    await provider.confirm(clientSecret)
    const params = { id: chosen.id }
    await instructor.call(api.withdrawClass, { params })
    const report = student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await catchCode(report)).toBe('MONEY_RETURNED')
    for (let round = 0; round < 2; round++) await school.runJobs()
    expect(await readSeats(school, chosen)).toEqual({ seats: 5, enroll: 0 })
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({ to_refund: 0, done: 1 })
    expect(await readAudit(school)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('keeps the money and the enrolments of a date that was over', async () => {
    const { db } = application.services
    const instructor = await application.signedIn('instructor')
    const admin = await application.signedIn('admin')
    const chosen = await makeClass(db, { seats: 5, instructorId: instructor.user.id })
    const [early, late] = [await application.signedIn('student'), await application.signedIn('student')]
    const past = await makeRun(db, chosen.id)
    await buy(early, { ...chosen, runId: past.id })
    await buy(late, chosen)
    const startsAt = Date.now() - 86_400_000
    await db
      .update(runs)
      .set({ startsAt, endsAt: startsAt + 3_600_000 })
      .where(eq(runs.id, past.id))
    const params = { id: chosen.id }
    await admin.call(api.withdrawClass, { params })
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({ to_refund: 1 })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({ to_refund: 0, done: 1 })
    const statuses = [early, late].map(async (student) => {
      const query = { email: student.user.email }
      return (await student.call(api.listPayments, { query })).map(({ status }) => status)
    })
    expect(await Promise.all(statuses)).toEqual([['paid'], ['refunded']])
    expect((await early.call(api.listEnrolledClasses, { query: { email: early.user.email } })).length).toBe(1)
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('ends the enrolment of a student without a payment, and e-mails them', async () => {
    const { instructor, chosen, params } = await makeSoldClass()
    const guest = await application.signedIn('student')
    const body = { email: guest.user.email, reason: 'Won the prize' }
    const admin = await application.signedIn('admin')
    await admin.call(api.grantEnrolment, { params: { id: chosen.runId }, body })
    await instructor.call(api.withdrawClass, { params })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await readSeats(application, chosen)).toEqual({ seats: 5, enroll: 0 })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === guest.user.email)
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      `Withdrawn: ${chosen.name}`,
      `You are enrolled: ${chosen.name}`,
    ])
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('can be withdrawn by an admin, and only once', async () => {
    const { chosen, params } = await makeSoldClass()
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.withdrawClass, { params })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.withdrawClass, { params })).toEqual({ modifiedCount: 0 })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await readSeats(application, chosen)).toEqual({ seats: 5, enroll: 0 })
  })

  it('cannot be withdrawn by a student, another instructor or a visitor', async () => {
    const { chosen, buyers, params } = await makeSoldClass()
    const [buyer] = buyers
    for (const call of [api.withdrawClass, api.getWithdrawal]) {
      expect(await catchCode(application.visitor.call(call, { params }))).toBe('NOT_SIGNED_IN')
      expect(buyer && (await catchCode(buyer.call(call, { params })))).toBe('NOT_ALLOWED')
      expect(await catchCode((await application.signedIn('instructor')).call(call, { params }))).toBe('NOT_FOUND')
    }
    expect(await readSeats(application, chosen)).toEqual({ seats: 3, enroll: 2 })
    expect(await catchCode((await application.signedIn('admin')).call(api.getWithdrawal, { params }))).toBe('NOT_FOUND')
  })
})
