import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { StartedCheckout } from '#contract/checkout.ts'
import type { StartedMove } from '#contract/moves.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, refuseWebhookEvents } from '../../../testing/orders.ts'
import { buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { attempts } from './payments.table.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

/** Creates a student with a date at $100, which they have bought by terms with a fee and an early last moment to move, and other dates. */
async function makeBought() {
  const { db } = application.services
  const steps = [{ hours_before: 0, refund_percent: 100, credit_percent: 0, fee: 0 }]
  const body = { name: 'Moves', steps, move_fee: 5, move_hours_before: 8760 } as never
  const { insertedId: termsId } = await admin.call(api.addTerms, { body })
  const chosen = await makeClass(db, { termsId, listPriceMinor: 10_000, name: 'Night Harbour' })
  const other = await makeClass(db, { listPriceMinor: 13_000, name: 'Storm Light' })
  const first = await makeRun(db, chosen.id)
  const student = await application.signedIn('student', { emailConfirmed: true })
  await buy(student, { ...chosen, runId: first.id })
  const email = student.user.email
  const listEnrolled = () => student.call(api.listEnrolledClasses, { query: { email } })
  const id = (await listEnrolled())[0]?._id ?? ''
  const list = () => student.call(api.listPayments, { query: { email } })
  const makeAt = async (listPriceMinor: number, values: Parameters<typeof makeRun>[2] = {}) =>
    (await makeRun(db, chosen.id, { listPriceMinor, ...values })).id
  return {
    ...{ chosen, other, first, student, id, list, listEnrolled, makeAt },
    makeElsewhere: async (listPriceMinor: number) => (await makeRun(db, other.id, { listPriceMinor })).id,
    move: (runId: string, difference?: 'waive' | 'charge', visitor: Visitor = admin, enrolment = id) =>
      visitor.call(api.moveStudent, { params: { id: enrolment }, body: { runId, difference } }),
    quote: (runId: string, visitor: Visitor = admin) =>
      visitor.call(api.getStudentMove, { params: { id }, query: { runId } }),
    readNewest: async () =>
      (await admin.call(api.listActivity, { query: {} })).find(({ deed }) => deed === 'student_moved'),
    readMails: async () => {
      await application.runJobs()
      return (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email)
    },
    audit: async () => {
      const ids = [
        student.user.id,
        chosen.id,
        other.id,
        first.id,
        ...(await list()).flatMap(({ _id, orderId }) => [_id, orderId]),
      ]
      return (await readAudit(application)).discrepancies.filter((one) => ids.includes(one.id)).map(({ text }) => text)
    },
  }
}

describe('an admin who moves a student', () => {
  it('to a cheaper date gives them the difference as credit, without the fee and the last moment of the terms', async () => {
    const { student, id, listEnrolled, makeAt, quote, move, readNewest, readMails, list, audit } = await makeBought()
    const cheaper = await makeAt(6000)
    expect(await quote(cheaper)).toMatchObject({ due: 0, credit: 40, currency: 'usd' })
    expect(await move(cheaper)).toEqual({ modifiedCount: 1, held_until: null, held_until_clock: null })
    expect(await move(cheaper)).toEqual({ modifiedCount: 0, held_until: null, held_until_clock: null })
    expect(await listEnrolled()).toMatchObject([{ _id: id, run: { _id: cheaper } }])
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 40 })
    expect(await list()).toMatchObject([{ runId: cheaper, credited: 40, status: 'paid' }])
    const moved = (await readMails()).find(({ subject }) => subject === 'We have moved your enrolment: Night Harbour')
    expect(moved?.text).toContain('You have $40.00 more credit.')
    expect(await readNewest()).toMatchObject({
      ...{ subject: 'Night Harbour', words: expect.stringContaining(`${student.user.email}: Night Harbour`) },
    })
    expect((await readNewest())?.words).toContain('$40.00 as credit')
    expect(await audit()).toEqual([])
  })

  it('to a cheaper date gives no credit for what was refunded at the card provider, whose event has not come', async () => {
    refuseWebhookEvents(application)
    const { student, makeAt, move, list, audit } = await makeBought()
    const refund = { payment_intent: (await list())[0]?.transactionId ?? '', amount: 9000 }
    await application.sandbox?.stripe.refunds.create(refund)
    expect(await move(await makeAt(6000))).toMatchObject({ modifiedCount: 1 })
    expect(await list()).toMatchObject([{ ended: null, refunded: 90, credited: 10 }])
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 10 })
    expect(await audit()).toEqual([])
  })

  it('to a dearer date says the amount first; where it is waived, it is no credit at the next move', async () => {
    const { student, first, listEnrolled, makeAt, move, readNewest, audit } = await makeBought()
    const dearer = await makeAt(14_000)
    expect(await catchError(move(dearer))).toMatchObject({
      ...{ code: 'PRICE_DIFFERS', message: 'That date costs $40.00 more.' },
    })
    expect(await move(dearer, 'waive')).toEqual({ modifiedCount: 1, held_until: null, held_until_clock: null })
    expect((await listEnrolled())[0]?.run._id).toBe(dearer)
    expect((await readNewest())?.words).toContain('difference of $40.00 waived')
    expect(await move(first.id)).toMatchObject({ modifiedCount: 1 })
    expect(await student.call(api.getCredit)).toMatchObject({ balance: 0 })
    expect(await audit()).toEqual([])
  })

  it('is refused where the difference is not the one that the admin has read, whether it is waived or charged', async () => {
    const { id, first, listEnrolled, makeAt, audit } = await makeBought()
    const runId = await makeAt(14_000)
    const admin = await application.signedIn('admin')
    const move = (expected_due: number, difference?: 'waive' | 'charge') =>
      admin.call(api.moveStudent, { params: { id }, body: { runId, difference, expected_due } })
    for (const [expected, difference] of [
      [30, 'waive'],
      [30, 'charge'],
      [0, undefined],
      [40.001, 'waive'],
    ] as const)
      expect(await catchError(move(expected, difference))).toMatchObject({
        ...{ code: 'AMOUNT_CHANGED', message: 'The difference is $40.00 now. Check it, then try again.' },
      })
    expect((await listEnrolled())[0]?.run._id).toBe(first.id)
    expect(await move(40, 'waive')).toMatchObject({ modifiedCount: 1 })
    expect(await audit()).toEqual([])
  })

  it('to a dearer date may hold the seat for a day, for which the student pays by the link of an e-mail', async () => {
    const { student, first, listEnrolled, makeAt, move, readMails, list, audit } = await makeBought()
    const dearer = await makeAt(14_000, { seats: 1 } as never)
    const { held_until, held_until_clock, modifiedCount } = await move(dearer, 'charge')
    expect(modifiedCount).toBe(0)
    expect(held_until).toBeGreaterThan(Date.now() + 20 * 3_600_000)
    expect((await listEnrolled())[0]?.run._id).toBe(first.id)
    const email = (await readMails()).find(({ subject }) => subject === 'Your new date: Night Harbour')
    expect(email?.text).toContain('$40.00')
    const zone = (await listEnrolled())[0]?.run.time_zone ?? null
    expect(email?.text).toContain(formatClockTime(held_until_clock ?? '', zone, { now: 'always' }))
    expect(email?.text).toContain(`/dashboard/payment/move/${first.id}/${dearer}`)
    const params = { id: first.id }
    expect(await student.call(api.getMove, { params, query: { runId: dearer } })).toMatchObject({ due: 40, fee: 0 })
    const body = { runId: dearer, expected_due: 40 }
    const { clientSecret, ...started } = (await student.call(api.moveEnrolment, { params, body })) as StartedMove
    expect(started).toMatchObject({ held_until, held_until_clock })
    const [attempt] = await application.services.db.select().from(attempts).where(eq(attempts.runId, dearer))
    expect(attempt?.heldUntil).toBe(held_until)
    await confirmCard(student, clientSecret ?? '')
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    expect((await listEnrolled())[0]?.run._id).toBe(dearer)
    expect(await list()).toMatchObject([{ price: 40, is_move: true }, { price: 100 }])
    expect(await audit()).toEqual([])
  })

  it('moves them to another class too, with the payments, and to a dearer one once they have paid', async () => {
    const { student, other, first, listEnrolled, makeElsewhere, move, list, audit } = await makeBought()
    const elsewhere = await makeElsewhere(9000)
    await move(elsewhere)
    expect(await listEnrolled()).toMatchObject([{ classId: other.id, run: { _id: elsewhere } }])
    expect(await list()).toMatchObject([{ classId: other.id, className: 'Storm Light', credited: 10 }])
    expect(await audit()).toEqual([])
    await move(first.id, 'charge')
    const params = { id: elsewhere }
    const body = { runId: first.id, expected_due: 10 }
    const { clientSecret } = (await student.call(api.moveEnrolment, { params, body })) as StartedCheckout
    await confirmCard(student, clientSecret ?? '')
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret ?? '') } })
    expect(await listEnrolled()).toMatchObject([{ className: 'Night Harbour', run: { _id: first.id } }])
    const [, bought] = await list()
    await admin.call(api.refundPayment, { params: { id: bought?._id ?? '' } })
    await application.runJobs()
    expect(await audit()).toEqual([])
  })

  it('is refused for a full date, one that is over, a class that is not approved, and an enrolment that has ended', async () => {
    const { chosen, other, id, first, student, makeAt, makeElsewhere, move, list } = await makeBought()
    const { db } = application.services
    const full = await makeAt(10_000, { seats: 1 } as never)
    await buy(await application.signedIn('student'), { ...chosen, runId: full })
    expect(await catchCode(move(full))).toBe('SEATS_GONE')
    const over = await makeAt(10_000)
    await db.update(runs).set({ startsAt: 1, endsAt: 2 }).where(eq(runs.id, over))
    expect(await catchCode(move(over))).toBe('RUN_CLOSED')
    const elsewhere = await makeElsewhere(10_000)
    await db.update(classes).set({ status: 'pending' }).where(eq(classes.id, other.id))
    expect(await catchCode(move(elsewhere))).toBe('RUN_CLOSED')
    const free = await makeAt(10_000)
    await db.update(runs).set({ startsAt: 1, endsAt: 2 }).where(eq(runs.id, first.id))
    expect(await catchCode(move(free))).toBe('RUN_CLOSED')
    await db.update(runs).set({ startsAt: null, endsAt: null }).where(eq(runs.id, first.id))
    await student.call(api.cancelPayment, { params: { id: (await list())[0]?._id ?? '' } })
    expect(await catchCode(move(free))).toBe('NOT_FOUND')
    expect(await catchCode(move(free, undefined, admin, student.user.id))).toBe('NOT_FOUND')
    expect(await catchCode(move(student.user.id, undefined, admin, id))).toBe('NOT_FOUND')
  })

  it('is an admin: others may neither move nor ask', async () => {
    const { student, makeAt, move, quote } = await makeBought()
    const free = await makeAt(10_000)
    for (const visitor of [student, await application.signedIn('instructor')]) {
      expect(await catchCode(move(free, undefined, visitor))).toBe('NOT_ALLOWED')
      expect(await catchCode(quote(free, visitor))).toBe('NOT_ALLOWED')
    }
    expect(await catchCode(move(free, undefined, application.visitor))).toBe('NOT_SIGNED_IN')
  })

  it('leaves a student who is paying for a move with what they have paid', async () => {
    const { student, first, listEnrolled, makeAt, move, audit } = await makeBought()
    const { db } = application.services
    await db.execute(`update cancellation_terms_versions set move_hours_before = 0, move_fee_minor = 0`)
    const [dearer, same] = [await makeAt(14_000), await makeAt(10_000)]
    const body = { runId: dearer, expected_due: 40 }
    const { clientSecret } = (await student.call(api.moveEnrolment, {
      params: { id: first.id },
      body,
    })) as StartedCheckout
    await move(same)
    expect((await listEnrolled())[0]?.run._id).toBe(same)
    expect((await confirmCard(student, clientSecret ?? '')).statusCode).toBe(400)
    expect(await audit()).toEqual([])
  })
})
