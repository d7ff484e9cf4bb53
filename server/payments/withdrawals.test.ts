import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type ClassRow, makeClass } from '../../demo/factories.ts'
import { booksOf, seatsOf } from '../../tests/orders.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../tests/paying.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { codeOf } from '../../tests/visitor.ts'
import { attempts } from './payments.table.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

/** A class of an instructor, with two students who have bought it and one who is about to. */
async function soldClass() {
  const instructor = await school.signedIn('instructor')
  const chosen = await makeClass(school.parts.db, { seats: 5, instructorId: instructor.user.id })
  const buyers = [await school.signedIn('student'), await school.signedIn('student')]
  for (const buyer of buyers) await buy(buyer, chosen)
  const late = await school.signedIn('student')
  const { cartId, clientSecret } = await beginPaying(late, chosen)
  return { instructor, chosen, buyers, late, cartId, clientSecret, params: { id: chosen.id } }
}

const statusOf = async ({ id }: ClassRow) => {
  const rows = await school.parts.db.select().from(attempts).where(eq(attempts.classId, id))
  return rows.map(({ status }) => status).sort()
}

describe('a class that is withdrawn', () => {
  it('by its instructor is sold no more at once: not shown, not selected, not begun to be paid for', async () => {
    const { instructor, chosen, late, cartId, params } = await soldClass()
    expect(await instructor.call(api.withdrawClass, { params })).toEqual({ modifiedCount: 1 })
    const shown = await school.visitor.call(api.listApprovedClasses)
    expect(shown.map(({ _id }) => _id)).not.toContain(chosen.id)
    expect(await codeOf(school.visitor.call(api.getClass, { params }))).toBe('NOT_FOUND')
    const other = await school.signedIn('student')
    expect(await codeOf(other.call(api.selectClass, { body: { classId: chosen.id } }))).toBe('NOT_FOUND')
    expect(await codeOf(late.call(api.createPaymentIntent, { body: { price: 49.99, cartId } }))).toBe('NOT_FOUND')
    expect(await instructor.call(api.getClass, { params })).toMatchObject({ withdrawn_at: expect.any(Number) })
  })

  it('gives everyone their money back and writes to them, and says how far that is', async () => {
    const { instructor, chosen, buyers, late, clientSecret, params } = await soldClass()
    await instructor.call(api.withdrawClass, { params })
    const before = await instructor.call(api.getWithdrawal, { params })
    expect(before).toMatchObject({ open_attempts: 1, to_refund: 2, queued: 0, done: 0, failed: 0 })
    for (let round = 0; round < 2; round++) await school.work()
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({
      open_attempts: 0,
      to_refund: 0,
      queued: 0,
      done: 2,
      failed: 0,
    })
    expect(await seatsOf(school, chosen)).toEqual({ seats: 5, enroll: 0 })
    expect(await statusOf(chosen)).toEqual(['released', 'settled', 'settled'])
    expect((await confirmCard(late, clientSecret)).statusCode).toBe(400)
    const letters = await school.mails()
    for (const { user } of buyers) {
      const refunded = letters.filter(
        ({ to, subject }) => to?.[0]?.address === user.email && /^Refund/.test(subject ?? ''),
      )
      expect(refunded.map(({ text }) => text)).toEqual([expect.stringContaining('The class does not take place.')])
    }
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it('gives whoever was just paying their money back too', async () => {
    const { instructor, chosen, late, clientSecret, params } = await soldClass()
    await confirmCard(late, clientSecret)
    await instructor.call(api.withdrawClass, { params })
    const report = late.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await codeOf(report)).toBe('MONEY_RETURNED')
    for (let round = 0; round < 2; round++) await school.work()
    expect(await seatsOf(school, chosen)).toEqual({ seats: 5, enroll: 0 })
    expect(await instructor.call(api.getWithdrawal, { params })).toMatchObject({ to_refund: 0, done: 3 })
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })

  it('by an admin as well, and twice does nothing more', async () => {
    const { chosen, params } = await soldClass()
    const admin = await school.signedIn('admin')
    expect(await admin.call(api.withdrawClass, { params })).toEqual({ modifiedCount: 1 })
    expect(await admin.call(api.withdrawClass, { params })).toEqual({ modifiedCount: 0 })
    for (let round = 0; round < 2; round++) await school.work()
    expect(await seatsOf(school, chosen)).toEqual({ seats: 5, enroll: 0 })
  })

  it('is not withdrawn by a student, by another instructor, or by nobody', async () => {
    const { chosen, buyers, params } = await soldClass()
    const [buyer] = buyers
    for (const call of [api.withdrawClass, api.getWithdrawal]) {
      expect(await codeOf(school.visitor.call(call, { params }))).toBe('NOT_SIGNED_IN')
      expect(buyer && (await codeOf(buyer.call(call, { params })))).toBe('NOT_ALLOWED')
      expect(await codeOf((await school.signedIn('instructor')).call(call, { params }))).toBe('NOT_FOUND')
    }
    expect(await seatsOf(school, chosen)).toEqual({ seats: 3, enroll: 2 })
    expect(await codeOf((await school.signedIn('admin')).call(api.getWithdrawal, { params }))).toBe('NOT_FOUND')
  })
})
