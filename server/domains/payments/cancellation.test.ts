import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { TermsStep } from '#contract/terms.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { toClockTime, toInstant } from '#server/platform/zoned-time.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { beginWithCode, completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { payments } from './payments.table.ts'
import * as Payments from './payments.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OSLO = 'Europe/Oslo'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

/** The start of an hour, some days from now. */
const inDays = (days: number) => Math.ceil(Date.now() / HOUR) * HOUR + days * DAY

interface Options {
  startsAt?: number
  freeDays?: number
  steps?: Partial<TermsStep>[]
}

/** A student who has bought a date of a class with terms: by default the full amount until two days before the start. */
async function makeBuyer({ startsAt = inDays(40), freeDays = 0, steps = [FULL] }: Options = {}) {
  const { db } = application.services
  const body = { name: 'Workshops', free_days: freeDays, steps: steps as TermsStep[] }
  const { insertedId: termsId } = await admin.call(api.addTerms, { body: body as never })
  const chosen = await makeClass(db, { termsId, listPriceMinor: 8000 })
  const run = await makeRun(db, chosen.id, { startsAt })
  const student = await application.signedIn('student')
  await buy(student, { ...chosen, runId: run.id })
  const newest = async () => {
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    if (!payment) throw new Error('There is no payment.')
    return payment
  }
  const params = { id: (await newest())._id }
  return {
    ...{ chosen, run, student, newest, params, startsAt },
    read: (by: Visitor = student) => by.call(api.getCancellation, { params }),
    cancel: (body?: { expected_refund?: number; expected_credit?: number }, by: Visitor = student) =>
      by.call(api.cancelPayment, { params, body }),
    setStart: (at: number) => db.update(runs).set({ startsAt: at }).where(eq(runs.id, run.id)),
  }
}

const FULL = { hours_before: 48, refund_percent: 100 }

const readTexts = async ({ user }: Student) =>
  (await application.readEmails())
    .filter(({ to }) => to?.[0]?.address === user.email)
    .map(({ subject, text }) => `${subject}\n${text}`)

describe('what comes back of a payment', () => {
  it('is told now and for later, with its last moment by the clock of the run', async () => {
    const { read, newest, startsAt } = await makeBuyer()
    const clock = `${toClockTime(startsAt - 48 * HOUR, OSLO).slice(0, 10)}${toClockTime(startsAt, OSLO).slice(10)}`
    expect(await read()).toEqual({
      ...{
        refund: 80,
        credit: 0,
        is_full: true,
        fee: 0,
        until: toInstant(clock, OSLO),
        until_clock: clock,
        time_zone: OSLO,
      },
      text: 'Until 2 days before the start: 100 % of $80.00',
      later: [
        {
          ...{
            refund: 0,
            credit: 0,
            is_full: false,
            fee: 0,
            until: startsAt,
            until_clock: toClockTime(startsAt, OSLO),
          },
          text: 'Nothing comes back at this time.',
        },
      ],
    })
    expect(await newest()).toMatchObject({ may_cancel: true, cancel_until: toInstant(clock, OSLO) })
  })

  it('is told to its student only', async () => {
    const { read, cancel, newest } = await makeBuyer()
    for (const other of [await application.signedIn('student'), admin]) {
      expect(await catchCode(read(other))).toBe('NOT_FOUND')
      expect(await catchCode(cancel({}, other))).toBe('NOT_FOUND')
    }
    expect(await catchCode(read(application.visitor))).toBe('NOT_SIGNED_IN')
    expect(await newest()).toMatchObject({ refund: null, ended: null })
  })

  it('is what the student was shown, or nothing happens', async () => {
    const { cancel, newest, run } = await makeBuyer()
    for (const body of [
      { expected_refund: 0 },
      { expected_refund: 79.99 },
      { expected_credit: 1 },
      { expected_refund: 0.001 },
    ]) {
      const { code, message } = await catchError(cancel(body))
      expect([code, message]).toEqual(['AMOUNT_CHANGED', 'You would now get $80.00 back. Check it, then try again.'])
    }
    expect(await catchCode(cancel({ expected_refund: -1 }))).toBe('INVALID_INPUT')
    expect(await newest()).toMatchObject({ ended: null, refund: null })
    expect(await cancel({ expected_refund: 80, expected_credit: 0 })).toEqual({ modifiedCount: 1 })
    expect(await newest()).toMatchObject({ status: 'refunded', refund: { reason: 'cancelled' }, may_cancel: false })
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 10, enroll: 0 })
    expect(await cancel({ expected_refund: 80 })).toEqual({ modifiedCount: 0 })
  })

  it('counts by the time at which the request arrived, to the millisecond', async () => {
    const { student, params, newest } = await makeBuyer()
    const ctx = { ...application.services, actor: { ...student.user, emailConfirmed: true } as never }
    const deadline = (await newest()).cancel_until ?? 0
    const readAt = async (at: number) => (await Payments.getCancellation(ctx, params.id, at)).refund
    expect([await readAt(deadline), await readAt(deadline + 1)]).toEqual([80, 0])
    const late = Payments.cancel(ctx, params.id, { expected_refund: 80 }, deadline + 1)
    await expect(late).rejects.toMatchObject({ code: 'AMOUNT_CHANGED' })
    expect(await Payments.cancel(ctx, params.id, { expected_refund: 80 }, deadline)).toBe(1)
  })

  it.each([
    ['spring', '2031-03-31T18:00', '2031-03-29T18:00', 47],
    ['autumn', '2031-10-27T18:00', '2031-10-25T18:00', 49],
  ])('ends at the same clock time when clocks change in %s', async (_, starts, until, hours) => {
    const startsAt = toInstant(starts, OSLO) ?? 0
    const { read } = await makeBuyer({ startsAt })
    expect(await read()).toMatchObject({ until: startsAt - hours * HOUR, until_clock: until })
  })
})

describe('a student who cancels between two steps', () => {
  const steps = [FULL, { hours_before: 0, refund_percent: 50, fee: 15 }]

  it('gets the part that they were shown, and the school keeps the rest', async () => {
    const { student, run, read, cancel, newest, setStart } = await makeBuyer({ steps })
    expect(await read()).toMatchObject({ refund: 80, later: [{ refund: 25, fee: 15 }] })
    await setStart(Date.now() + 30 * HOUR)
    const offer = await read()
    expect(offer).toMatchObject({
      refund: 25,
      fee: 15,
      text: 'Until the start: 50 % of $80.00, less $15.00',
      later: [],
    })
    expect(await cancel({ expected_refund: 25 })).toEqual({ modifiedCount: 1 })
    expect(await newest()).toMatchObject({
      ...{ status: 'refunded', refunded: 25, ended: { why: 'cancelled' }, may_cancel: false },
      refund: { amount: 25, reason: 'cancelled' },
    })
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 10, enroll: 0 })
    await application.runJobs()
    const intent = await application.services.cards.getIntent((await newest()).transactionId)
    expect(intent).toMatchObject({ refundedMinor: 2500 })
    expect((await readTexts(student)).join('\n')).toContain('We are refunding $25.00 to your card.')
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('gets no more than is left after an earlier refund', async () => {
    const { read, cancel, newest, params } = await makeBuyer({ steps })
    await admin.call(api.refundPayment, { params, body: { amount: 70, keep_seat: true } })
    expect(await read()).toMatchObject({ refund: 10, later: [{ refund: 10 }] })
    expect(await cancel({ expected_refund: 80 }).catch(({ code }) => code)).toBe('AMOUNT_CHANGED')
    expect(await cancel({ expected_refund: 10 })).toEqual({ modifiedCount: 1 })
    expect(await newest()).toMatchObject({ refunded: 80, status: 'refunded' })
  })

  it('gets no credit for what was refunded at the card provider, whose event has not come', async () => {
    refuseWebhookEvents(application)
    const half = { hours_before: 0, refund_percent: 50, credit_percent: 50 }
    const { read, cancel, newest } = await makeBuyer({ steps: [half] })
    expect(await read()).toMatchObject({ refund: 40, credit: 40, is_full: false })
    const { transactionId } = await newest()
    await application.sandbox?.stripe.refunds.create({ payment_intent: transactionId, amount: 6000 })
    expect(await catchCode(cancel({ expected_refund: 40, expected_credit: 40 }))).toBe('AMOUNT_CHANGED')
    expect(await read()).toMatchObject({ refund: 20, credit: 0 })
    expect(await cancel({ expected_refund: 20, expected_credit: 0 })).toEqual({ modifiedCount: 1 })
    await application.runJobs()
    expect(await newest()).toMatchObject({ status: 'refunded', refunded: 80, credited: 0 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('costs no call of the card provider where the cancellation is refused, or was made before', async () => {
    refuseWebhookEvents(application)
    const quarters = { hours_before: 0, refund_percent: 25, credit_percent: 25 }
    const { params, cancel, newest } = await makeBuyer({ steps: [quarters] })
    const { transactionId } = await newest()
    const list = vi.spyOn(application.services.cards, 'listRefunds')
    onTestFinished(() => list.mockRestore())
    // Events of other tests in this file may arrive late.
    const countCalls = () => list.mock.calls.filter(([intentId]) => intentId === transactionId).length
    expect(await catchCode(cancel({ expected_refund: 1 }))).toBe('AMOUNT_CHANGED')
    const ofPayment = eq(payments.id, params.id)
    await application.services.db.update(payments).set({ isDisputed: true }).where(ofPayment)
    expect(await catchCode(cancel())).toBe('PAYMENT_DISPUTED')
    await application.services.db.update(payments).set({ isDisputed: false }).where(ofPayment)
    expect(countCalls()).toBe(0)
    expect(await cancel({ expected_refund: 20, expected_credit: 20 })).toEqual({ modifiedCount: 1 })
    expect(await cancel()).toEqual({ modifiedCount: 0 })
    expect(countCalls()).toBe(1)
  })

  it('and at the same time has a refund by an admin gets no more than was paid', async () => {
    const { cancel, newest, params } = await makeBuyer({ steps })
    await Promise.allSettled([
      cancel(),
      admin.call(api.refundPayment, { params, body: { amount: 50, keep_seat: true } }),
    ])
    expect((await newest()).refunded).toBeLessThanOrEqual(80)
    await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('by deleting the account gets that part, as it is shown before', async () => {
    const { student, read, newest } = await makeBuyer({ steps: [{ hours_before: 0, refund_percent: 50, fee: 15 }] })
    expect(await read()).toMatchObject({ refund: 25 })
    expect(await student.call(api.listLostPlaces)).toMatchObject([{ refund: { amount: 25, currency: 'usd' } }])
    const { _id } = await newest()
    await admin.call(api.deleteUser, { params: { id: student.user.id } })
    const payment = await admin.call(api.getPayment, { params: { id: _id } })
    expect(payment).toMatchObject({ refunded: 25, ended: { why: 'account_deleted' } })
  })
})

describe('a student who cancels when nothing comes back', () => {
  it('gives up the seat, and the payment stays paid', async () => {
    const { student, chosen, run, read, cancel, newest, setStart } = await makeBuyer()
    await setStart(Date.now() + HOUR)
    expect(await read()).toMatchObject({ refund: 0, credit: 0, later: [] })
    expect(await newest()).toMatchObject({ may_cancel: true, cancel_until: null })
    expect(await cancel({ expected_refund: 0, expected_credit: 0 })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 10, enroll: 0 })
    expect(await newest()).toMatchObject({
      ...{ refunded: 0, refund: null, ended: { why: 'cancelled' }, may_cancel: false },
    })
    expect((await newest()).status).not.toBe('refunded')
    expect(await cancel()).toEqual({ modifiedCount: 0 })
    expect(await catchCode(read())).toBe('CANCEL_TOO_LATE')
    const emails = (await readTexts(student)).filter((text) => text.startsWith('You gave up your seat'))
    expect(emails).toHaveLength(1)
    expect(emails[0]).toContain('By the terms of your purchase')
    await application.runJobs()
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
    await buy(student, { ...chosen, runId: run.id })
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 9, enroll: 1 })
  })

  it('reads that a seat cost nothing, and of no terms', async () => {
    const student = await application.signedIn('student', { emailConfirmed: true })
    const { code } = await makeCoupon(admin, { value: 100 })
    const chosen = await makeClass(application.services.db)
    await completePaying(student, await beginWithCode(student, [chosen], code))
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const params = { id: payment?._id ?? '' }
    const offer = await student.call(api.getCancellation, { params })
    expect(offer).toMatchObject({ refund: 0, credit: 0, is_full: false, text: 'It cost nothing.' })
    expect(await student.call(api.cancelPayment, { params, body: {} })).toEqual({ modifiedCount: 1 })
    const emails = (await readTexts(student)).filter((text) => text.startsWith('You gave up your seat'))
    expect(emails).toHaveLength(1)
    expect(emails[0]).not.toContain('nothing comes back')
  })

  it('twice at once gives it up once', async () => {
    const { run, cancel } = await makeBuyer({ steps: [] })
    const counts = await Promise.all([cancel(), cancel(), cancel()])
    expect(counts.map(({ modifiedCount }) => modifiedCount).toSorted()).toEqual([0, 0, 1])
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 10, enroll: 0 })
  })

  it('is too late once the date has begun', async () => {
    const { read, cancel, newest, setStart } = await makeBuyer()
    await setStart(Date.now() - 1)
    expect(await catchCode(read())).toBe('CANCEL_TOO_LATE')
    expect(await catchCode(cancel())).toBe('CANCEL_TOO_LATE')
    expect(await newest()).toMatchObject({ may_cancel: false, ended: null })
  })

  it('may still be refunded by an admin', async () => {
    const { cancel, newest, params } = await makeBuyer({ steps: [] })
    await cancel()
    expect(await admin.call(api.refundPayment, { params })).toEqual({ modifiedCount: 1 })
    await application.runJobs()
    expect(await newest()).toMatchObject({
      status: 'refunded',
      ended: { why: 'cancelled' },
      refund: { status: 'done' },
    })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })
})

describe('after the school has moved the date', () => {
  const move = (runId: string, startsAt: number) => {
    const [starts, ends] = [toClockTime(startsAt, OSLO), toClockTime(startsAt + 2 * HOUR, OSLO)]
    return admin.call(api.changeRun, { params: { id: runId }, body: { sessions: [{ starts, ends }] } as never })
  }
  const setMoved = (runId: string, schoolMovedAt: number) =>
    application.services.db.update(enrolments).set({ schoolMovedAt }).where(eq(enrolments.runId, runId))

  it('its students get the full amount back for 7 days, and read so in the e-mail', async () => {
    const { student, run, read, cancel, startsAt } = await makeBuyer({ steps: [] })
    expect(await read()).toMatchObject({ refund: 0 })
    await move(run.id, startsAt + DAY)
    const offer = await read()
    expect(offer).toMatchObject({ refund: 80, text: 'Since we moved the date: $80.00', later: [{ refund: 0 }] })
    expect(Math.abs((offer.until ?? 0) - Date.now() - 7 * DAY)).toBeLessThan(60_000)
    const [email] = (await readTexts(student)).filter((text) => text.startsWith('Changed date'))
    expect(email).toMatch(
      /Until \w{3}, \w{3} \d+, \d{4}, \d\d:\d\d \(Europe\/Oslo\), you can cancel and\s+get the full amount back, or move to another date\./,
    )
    await setMoved(run.id, Date.now() - 7 * DAY - 1000)
    expect(await read()).toMatchObject({ refund: 0 })
    await setMoved(run.id, Date.now())
    expect(await cancel({ expected_refund: 80 })).toEqual({ modifiedCount: 1 })
  })

  it('the later of the two starts counts, and never a moment after the present one', async () => {
    const { run, read, startsAt } = await makeBuyer({ startsAt: inDays(30) })
    await move(run.id, startsAt - 10 * DAY)
    await setMoved(run.id, Date.now() - 8 * DAY)
    expect(await read()).toMatchObject({ refund: 80, until: startsAt - 10 * DAY, later: [] })
    await move(run.id, startsAt + 10 * DAY)
    await setMoved(run.id, Date.now() - 8 * DAY)
    const { until_clock, later } = await read()
    expect(until_clock).toBe(toClockTime(startsAt + 8 * DAY, OSLO))
    expect(later).toHaveLength(1)
  })

  it.each([
    ['to a later one', '2031-03-29T18:00', '2031-03-31T18:00', '2031-03-29T18:00', 47],
    ['to an earlier one', '2031-03-31T18:00', '2031-03-29T18:00', '2031-03-29T18:00', 0],
    ['to a later one', '2031-10-25T18:00', '2031-10-27T18:00', '2031-10-25T18:00', 49],
  ])('%s across a change of clocks, from %s to %s, its terms end at the same clock time', async (...row) => {
    const [, former, starts, until, hours] = row
    const [before, after] = [toInstant(former, OSLO) ?? 0, toInstant(starts, OSLO) ?? 0]
    const { run, read } = await makeBuyer({ startsAt: before })
    await move(run.id, after)
    await setMoved(run.id, Date.now() - 8 * DAY)
    expect(await read()).toMatchObject({ refund: 80, until: after - hours * HOUR, until_clock: until })
  })

  it('nobody gets more than before where only the place or the end has changed, or for a purchase after it', async () => {
    const { run, read, startsAt, chosen } = await makeBuyer({ steps: [] })
    await admin.call(api.changeRun, { params: { id: run.id }, body: { place: 'The harbor' } as never })
    expect(await read()).toMatchObject({ refund: 0 })
    await move(run.id, startsAt + DAY)
    const student = await application.signedIn('student')
    await buy(student, { ...chosen, runId: run.id })
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const offer = await student.call(api.getCancellation, { params: { id: payment?._id ?? '' } })
    expect(offer).toMatchObject({ refund: 0 })
  })

  it('a student who moves to another date by themselves has the start of the earlier one', async () => {
    const { student, chosen, run, read, startsAt } = await makeBuyer()
    const other = await makeRun(application.services.db, chosen.id, { startsAt: startsAt + 30 * DAY })
    await student.call(api.moveEnrolment, { params: { id: run.id }, body: { runId: other.id } })
    const { until, later } = await read()
    expect(until).toBeLessThan(startsAt)
    expect(later).toMatchObject([{ refund: 0, until: startsAt + 30 * DAY }])
    await application.services.db.update(classes).set({ termsId: null }).where(eq(classes.id, chosen.id))
    expect(await read()).toMatchObject({ until })
  })
})
