import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { ChoiceRequest } from '#contract/choices.ts'
import { DAY_MS } from '#contract/values/day.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { beginWithCode, checkOutWithCode, completePaying, makeCoupon } from '../../../testing/coupons.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../testing/orders.ts'
import { buy, buyAll } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { remind } from './choice-reminders.ts'
import { cancellationChoices } from './choices.table.ts'
import { endOverdue } from './choices.ts'
import { payments } from './payments.table.ts'

const application = openForThisFile({}, { choiceDays: 7 })

/** A class with two dates, of which a student has bought the first. */
async function makeSold({ price = 4_000, otherPrice = 4_000, seats = 3 } = {}) {
  const { db } = application.services
  const instructor = await application.signedIn('instructor')
  const chosen = await makeClass(db, { seats: 5, instructorId: instructor.user.id, listPriceMinor: price })
  const run = await makeRun(db, chosen.id, { seats: 5 })
  const other = await makeRun(db, chosen.id, { seats, listPriceMinor: otherPrice })
  const student = await application.signedIn('student')
  await buy(student, { ...chosen, runId: run.id })
  return { instructor, chosen, run, other, student, admin: await application.signedIn('admin') }
}

/** The canceled date. */
interface Canceled {
  run: { id: string }
}

async function makeCanceled(options: Parameters<typeof makeSold>[0] = {}) {
  const sold = await makeSold(options)
  await sold.instructor.call(api.cancelRun, { params: { id: sold.run.id } })
  await application.runJobs()
  return sold
}

/** The only use of a coupon has paid for a part of the date. */
async function makeCanceledWithCoupon() {
  const { db } = application.services
  const admin = await application.signedIn('admin')
  const { code } = await makeCoupon(admin, { max_uses: 1 })
  const instructor = await application.signedIn('instructor')
  const chosen = await makeClass(db, { seats: 5, instructorId: instructor.user.id, listPriceMinor: 4_000 })
  const run = { id: chosen.runId }
  const student = await application.signedIn('student')
  await completePaying(student, await beginWithCode(student, [chosen], code))
  await instructor.call(api.cancelRun, { params: run })
  await finish()
  return { code, run, student }
}

async function selectOne(who: Visitor & { user: { email: string } }, { id: classId }: { id: string }) {
  const cart = await who.call(api.listCart, { query: { email: who.user.email } })
  const selected = cart.find((item) => item.classId === classId)
  return { cartId: selected?._id ?? '' }
}

const choose = (who: Visitor, { run }: Canceled, body: ChoiceRequest) =>
  who.call(api.chooseForRun, { params: { id: run.id }, body })
const read = (who: Visitor, { run }: Canceled) => who.call(api.getRunChoice, { params: { id: run.id } })
const listPayments = (who: Visitor & { user: { email: string } }) =>
  who.call(api.listPayments, { query: { email: who.user.email } })
const readCredit = async (who: Visitor) => (await who.call(api.getCredit)).balance
const emailsTo = async ({ user }: { user: { email: string } }) =>
  (await application.readEmails()).filter(({ to }) => to?.[0]?.address === user.email)
const CLEAN = { discrepancies: [], inProgress: [] }

async function finish() {
  for (let round = 0; round < 2; round++) await application.runJobs()
}

async function runOut({ run }: Canceled) {
  await endOverdue(application.services, Date.now() + 7 * DAY_MS + 1_000)
  await finish()
  const { db } = application.services
  return db.select().from(cancellationChoices).where(eq(cancellationChoices.runId, run.id))
}

/** Returns what a student gets who wants to cancel before the job has ended their seat. */
async function cancelBeforeJob(student: Awaited<ReturnType<typeof makeSold>>['student']) {
  const [payment] = await listPayments(student)
  const params = { id: payment?._id ?? '' }
  const codes = [
    await catchCode(student.call(api.getCancellation, { params })),
    await catchCode(student.call(api.cancelPayment, { params, body: {} })),
  ]
  return { codes, ...payment }
}

describe('a date that the school cancels', () => {
  it('is no longer cancelled by a student, whom the terms may give less, from the moment that it is canceled', async () => {
    const sold = await makeSold()
    await sold.instructor.call(api.cancelRun, { params: { id: sold.run.id } })
    expect(await cancelBeforeJob(sold.student)).toMatchObject({
      ...{ codes: ['CANCEL_TOO_LATE', 'CANCEL_TOO_LATE'], may_cancel: false, cancel_until: null, ended: null },
    })
    await finish()
    expect(await read(sold.student, sold)).toMatchObject({ reason: 'run_canceled', refund: 40 })
  })

  it('ends the seats at once, refunds nothing yet, and says in words what students may choose, until when', async () => {
    const sold = await makeCanceled()
    expect(await readSeats(application, { runId: sold.run.id })).toMatchObject({ enroll: 0 })
    const [payment] = await listPayments(sold.student)
    expect(payment).toMatchObject({ refunded: 0, credited: 0, ended: { why: 'run_canceled' } })
    const inSevenDays = Date.now() + 7 * DAY_MS
    expect(Math.abs((payment?.choose_until ?? 0) - inSevenDays)).toBeLessThan(60_000)
    expect(await read(sold.student, sold)).toMatchObject({
      ...{ reason: 'run_canceled', seats: 1, chosen: null, refund: 40, credit: 0, currency: 'usd' },
      dates: [{ runId: sold.other.id, credit: 0 }],
    })
    const email = (await emailsTo(sold.student)).find(({ subject }) => subject?.startsWith('Canceled: '))
    for (const text of ['another date, without a surcharge', '$40.00 as credit', '$40.00 back to your card'])
      expect(email?.text).toContain(text)
    expect(email?.text).toContain('Without an answer, we refund your card.')
    expect(email?.text).toContain(`/dashboard/choice/${sold.run.id}`)
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('offers no other date in its e-mails where none is free', async () => {
    const sold = await makeSold({ seats: 1 })
    await buy(await application.signedIn('student'), { ...sold.chosen, runId: sold.other.id })
    await sold.instructor.call(api.cancelRun, { params: { id: sold.run.id } })
    await finish()
    expect((await read(sold.student, sold)).dates).toEqual([])
    await remind(application.services, Date.now() + 6.5 * DAY_MS)
    await finish()
    const emails = (await emailsTo(sold.student)).filter(({ text }) => text?.includes('You can choose what you get'))
    expect(emails.map(({ subject }) => subject?.split(' ')[0])).toEqual(['Canceled:', 'One'])
    for (const { text } of emails) expect(text).not.toContain('another date')
  })

  it('says that there is nothing to choose yet where nothing was paid and no date is free, and reminds no one of it', async () => {
    const admin = await application.signedIn('admin')
    const student = await application.signedIn('student')
    const chosen = await makeClass(application.services.db)
    const { code } = await makeCoupon(admin, { value: 100 })
    await completePaying(student, await beginWithCode(student, [chosen], code))
    await admin.call(api.cancelRun, { params: { id: chosen.runId } })
    await finish()
    await remind(application.services, Date.now() + 6.5 * DAY_MS)
    await finish()
    const emails = (await emailsTo(student)).filter(({ text }) => text?.includes('/dashboard/choice/'))
    expect(emails).toMatchObject([{ subject: expect.stringMatching(/^Canceled: /) }])
    expect(emails[0]?.text).toContain('No other date is free now. If one becomes free by ')
    expect(emails[0]?.text).not.toContain('You can choose')
    const other = await makeRun(application.services.db, chosen.id)
    const body = { choice: 'date', runId: other.id } as const
    await student.call(api.chooseForRun, { params: { id: chosen.runId }, body })
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('names one deadline everywhere, in the zone of the date', async () => {
    const sold = await makeCanceled()
    const [payment] = await listPayments(sold.student)
    const { until_clock: clock, time_zone } = await read(sold.student, sold)
    expect(payment?.choose_until_clock).toBe(clock)
    expect((await sold.admin.call(api.listChoices, { query: { q: sold.student.user.email } }))[0]?.until_clock).toBe(
      clock,
    )
    const email = (await emailsTo(sold.student)).find(({ subject }) => subject?.startsWith('Canceled: '))
    expect(email?.text).toContain(`until ${formatClockTime(clock, time_zone, { now: 'always' })}`)
  })

  it('is not given up in place of the choice, also where a part has gone back', async () => {
    const sold = await makeCanceled()
    const [payment] = await listPayments(sold.student)
    const params = { id: payment?._id ?? '' }
    const cancel = () => catchError(sold.student.call(api.cancelPayment, { params }))
    expect(await cancel()).toMatchObject({ code: 'CANCEL_TOO_LATE', message: expect.stringContaining('Choose what') })
    await sold.admin.call(api.refundPayment, { params, body: { amount: 10 } })
    expect(await cancel()).toMatchObject({ code: 'CANCEL_TOO_LATE', message: expect.stringContaining('Choose what') })
    expect(await choose(sold.student, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    expect(await sold.student.call(api.cancelPayment, { params })).toEqual({ modifiedCount: 0 })
  })

  it('ends without an e-mail where an admin has given all of the money back', async () => {
    const sold = await makeCanceled()
    const [payment] = await listPayments(sold.student)
    await sold.admin.call(api.refundPayment, { params: { id: payment?._id ?? '' } })
    await runOut(sold)
    const refunded = (await emailsTo(sold.student)).filter(({ subject }) => subject?.startsWith('Refund'))
    expect(refunded.map(({ text }) => text?.includes('$40.00'))).toEqual([true])
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives the money back to who chooses it, once', async () => {
    const sold = await makeCanceled()
    expect(await choose(sold.student, sold, { choice: 'money' })).toEqual({ modifiedCount: 1 })
    expect(await choose(sold.student, sold, { choice: 'money' })).toEqual({ modifiedCount: 0 })
    expect(await catchCode(choose(sold.student, sold, { choice: 'credit' }))).toBe('CHOICE_MADE')
    expect(await catchCode(choose(sold.student, sold, { choice: 'date', runId: sold.other.id }))).toBe('CHOICE_MADE')
    await finish()
    expect(await listPayments(sold.student)).toMatchObject([
      { status: 'refunded', refunded: 40, credited: 0, choose_until: null, refund: { reason: 'run_canceled' } },
    ])
    const refunded = (await emailsTo(sold.student)).filter(({ subject }) => subject?.startsWith('Refund'))
    expect(refunded.length).toBe(1)
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives credit to who chooses it', async () => {
    const sold = await makeCanceled()
    expect(await choose(sold.student, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    await finish()
    expect(await listPayments(sold.student)).toMatchObject([{ status: 'refunded', refunded: 0, credited: 40 }])
    expect(await readCredit(sold.student)).toBe(40)
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives no credit and no date for what was refunded at the card provider, whose event has not come', async () => {
    refuseWebhookEvents(application)
    const [sold, other] = [await makeCanceled(), await makeCanceled()]
    for (const one of [sold, other]) {
      const [payment] = await listPayments(one.student)
      const refund = { payment_intent: payment?.transactionId ?? '', amount: 1500 }
      await application.sandbox?.stripe.refunds.create(refund)
    }
    expect(await choose(sold.student, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    expect(await listPayments(sold.student)).toMatchObject([{ status: 'refunded', refunded: 15, credited: 25 }])
    expect(await catchCode(choose(other.student, other, { choice: 'date', runId: other.other.id }))).toBe('CHOICE_MADE')
    expect(await choose(other.student, other, { choice: 'money' })).toEqual({ modifiedCount: 1 })
    await finish()
    expect(await listPayments(other.student)).toMatchObject([{ status: 'refunded', refunded: 40, credited: 0 }])
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives a dearer date without a surcharge, and no credit for it at the next move', async () => {
    const sold = await makeCanceled({ otherPrice: 6_000 })
    expect(await choose(sold.student, sold, { choice: 'date', runId: sold.other.id })).toEqual({ modifiedCount: 1 })
    await finish()
    expect(await listPayments(sold.student)).toMatchObject([
      { refunded: 0, credited: 0, ended: null, runId: sold.other.id, choose_until: null },
    ])
    expect(await readSeats(application, { runId: sold.other.id })).toMatchObject({ seats: 2, enroll: 1 })
    const query = { email: sold.student.user.email }
    expect(await sold.student.call(api.listEnrolledClasses, { query })).toMatchObject([{ run: { _id: sold.other.id } }])
    const subjects = (await emailsTo(sold.student)).map(({ subject }) => subject ?? '')
    expect(subjects.filter((subject) => subject.startsWith('Your date has changed'))).toHaveLength(1)
    expect(await readAudit(application)).toEqual(CLEAN)
    const back = await makeRun(application.services.db, sold.chosen.id, { seats: 5, listPriceMinor: 4_000 })
    const move = { params: { id: sold.other.id }, query: { runId: back.id } }
    expect(await sold.student.call(api.getMove, move)).toMatchObject({ due: 0, credit: 0 })
  })

  it('gives what a cheaper date costs less as credit, and the rest back where that date is canceled too', async () => {
    const sold = await makeCanceled({ otherPrice: 2_500 })
    expect((await read(sold.student, sold)).dates).toMatchObject([{ credit: 15 }])
    await choose(sold.student, sold, { choice: 'date', runId: sold.other.id })
    expect(await readCredit(sold.student)).toBe(15)
    expect(await readAudit(application)).toEqual(CLEAN)
    await sold.instructor.call(api.cancelRun, { params: { id: sold.other.id } })
    await finish()
    expect(await read(sold.student, { run: sold.other })).toMatchObject({ refund: 25, credit: 0 })
    await choose(sold.student, { run: sold.other }, { choice: 'money' })
    await finish()
    expect(await listPayments(sold.student)).toMatchObject([{ status: 'refunded', refunded: 25, credited: 15 }])
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('lists no dates to a student who has bought another one in the meantime', async () => {
    const sold = await makeCanceled()
    expect((await read(sold.student, sold)).dates).toMatchObject([{ runId: sold.other.id }])
    await buy(sold.student, { ...sold.chosen, runId: sold.other.id })
    await makeRun(application.services.db, sold.chosen.id)
    expect((await read(sold.student, sold)).dates).toEqual([])
  })

  it('says what an admin has given back in the meantime', async () => {
    const sold = await makeCanceled()
    expect(await read(sold.student, sold)).toMatchObject({ is_reduced: false })
    const [payment] = await listPayments(sold.student)
    const admin = await application.signedIn('admin')
    const params = { id: payment?._id ?? '' }
    await admin.call(api.refundPayment, { params, body: { amount: 15 } })
    expect(await read(sold.student, sold)).toMatchObject({ is_reduced: true, refund: 25, dates: [] })
    await admin.call(api.refundPayment, { params, body: {} })
    expect(await read(sold.student, sold)).toMatchObject({ is_reduced: true, refund: 0, credit: 0, dates: [] })
    await finish()
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives the money back without an answer, once, and then takes none', async () => {
    const sold = await makeCanceled()
    await endOverdue(application.services, Date.now() + 7 * DAY_MS - 60_000)
    expect(await listPayments(sold.student)).toMatchObject([{ refunded: 0 }])
    for (let round = 0; round < 2; round++)
      expect(await runOut(sold)).toMatchObject([{ choice: 'money', chosenBy: null }])
    expect(await listPayments(sold.student)).toMatchObject([{ status: 'refunded', refunded: 40 }])
    expect(await catchCode(choose(sold.student, sold, { choice: 'credit' }))).toBe('CHOICE_MADE')
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('takes no answer after the time, even before the money went back', async () => {
    const sold = await makeCanceled()
    const { db } = application.services
    await db
      .update(cancellationChoices)
      .set({ until: Date.now() - 1 })
      .where(eq(cancellationChoices.runId, sold.run.id))
    expect(await catchCode(choose(sold.student, sold, { choice: 'credit' }))).toBe('CHOICE_MADE')
    await choose(sold.student, sold, { choice: 'money' }).catch(() => 0)
    expect(await runOut(sold)).toMatchObject([{ choice: 'money', chosenBy: null }])
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives nothing twice where two answers, or an answer and the end of the time, come at once', async () => {
    const sold = await makeCanceled()
    const later = Date.now() + 8 * DAY_MS
    const outcomes = await Promise.allSettled([
      choose(sold.student, sold, { choice: 'credit' }),
      choose(sold.student, sold, { choice: 'date', runId: sold.other.id }),
      endOverdue(application.services, later),
      choose(sold.student, sold, { choice: 'money' }),
      endOverdue(application.services, later),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2)
    await finish()
    const [payment] = await listPayments(sold.student)
    const hasDate = payment?.ended === null
    expect((payment?.refunded ?? 0) + (payment?.credited ?? 0)).toBe(hasDate ? 0 : 40)
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives the last seat of another date to one of two, and lets the other choose again', async () => {
    const sold = await makeSold({ seats: 1 })
    const second = await application.signedIn('student')
    await buy(second, { ...sold.chosen, runId: sold.run.id })
    await sold.instructor.call(api.cancelRun, { params: { id: sold.run.id } })
    await finish()
    const body = { choice: 'date', runId: sold.other.id } as const
    const codes = await Promise.all(
      [sold.student, second].map((who) =>
        choose(who, sold, body).then(
          () => 'OK',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes.sort()).toEqual(['OK', 'SEATS_GONE'])
    expect(await readSeats(application, { runId: sold.other.id })).toMatchObject({ seats: 0, enroll: 1 })
    const rows = await Promise.all([sold.student, second].map((who) => read(who, sold)))
    expect(rows.map(({ chosen }) => chosen).sort()).toEqual(['date', null])
    const loser = rows[0]?.chosen === null ? sold.student : second
    expect((await read(loser, sold)).dates).toEqual([])
    expect(await choose(loser, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('refuses dates of other classes, closed ones, and those that the student has already', async () => {
    const sold = await makeCanceled()
    const { db } = application.services
    const stranger = await makeClass(db, { seats: 5 })
    const elsewhere = await makeRun(db, stranger.id)
    const chooseDate = (runId: string) => catchCode(choose(sold.student, sold, { choice: 'date', runId }))
    expect(await chooseDate(elsewhere.id)).toBe('NOT_FOUND')
    expect(await chooseDate(sold.run.id)).toBe('RUN_CLOSED')
    expect(await catchCode(choose(sold.student, sold, { choice: 'date' }))).toBe('INVALID_INPUT')
    expect(await catchCode(choose(sold.student, sold, { choice: 'money', runId: sold.other.id }))).toBe('INVALID_INPUT')
    await buy(sold.student, { ...sold.chosen, runId: sold.other.id })
    expect(await chooseDate(sold.other.id)).toBe('ALREADY_ENROLLED')
    expect(await choose(sold.student, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('gives all seats of a buyer together another date, or none', async () => {
    const sold = await makeSold({ seats: 2 })
    const buyer = await application.signedIn('student', { emailConfirmed: true })
    await buyAll(buyer, [{ ...sold.chosen, runId: sold.run.id, party: 3 }])
    const later = await makeRun(application.services.db, sold.chosen.id, { seats: 3 })
    await sold.instructor.call(api.cancelRun, { params: { id: sold.run.id } })
    await finish()
    expect(await read(buyer, sold)).toMatchObject({ seats: 3, refund: 120, dates: [{ runId: later.id }] })
    const offers = (await emailsTo(buyer)).filter(({ subject }) => subject?.startsWith('Canceled'))
    expect(offers.map(({ text }) => text)).toEqual([expect.stringContaining('$120.00 as credit')])
    const tooFew = choose(buyer, sold, { choice: 'date', runId: sold.other.id })
    expect(await catchCode(tooFew)).toBe('TOO_FEW_SEATS')
    expect(await choose(buyer, sold, { choice: 'date', runId: later.id })).toEqual({ modifiedCount: 1 })
    expect(await readSeats(application, { runId: later.id })).toEqual({ seats: 0, enroll: 3 })
    const moved = (await emailsTo(buyer)).filter(({ subject }) => subject?.startsWith('Your date has changed'))
    expect(moved.length).toBe(1)
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('leaves the use of a coupon spent until the choice is made, so that another date never exceeds it', async () => {
    const sold = await makeCanceledWithCoupon()
    const next = await application.signedIn('student')
    const other = await makeClass(application.services.db, { seats: 5, listPriceMinor: 5_000 })
    expect(await catchCode(beginWithCode(next, [other], sold.code))).toBe('CODE_INVALID')
    await choose(sold.student, sold, { choice: 'credit' })
    await finish()
    const { cartId } = await selectOne(next, other)
    await completePaying(next, await checkOutWithCode(next, [cartId], sold.code))
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('is a choice of its buyers only', async () => {
    const sold = await makeCanceled()
    const stranger = await application.signedIn('student')
    for (const who of [stranger, sold.instructor, sold.admin]) {
      expect(await catchCode(read(who, sold))).toBe('NOT_FOUND')
      expect(await catchCode(choose(who, sold, { choice: 'money' }))).toBe('NOT_FOUND')
    }
    expect(await catchCode(read(application.visitor, sold))).toBe('NOT_SIGNED_IN')
    for (const who of [stranger, sold.instructor])
      expect(await catchCode(who.call(api.listChoices, { query: {} }))).toBe('NOT_ALLOWED')
  })

  it('shows admins who may choose, and who has chosen what', async () => {
    const sold = await makeCanceled()
    const list = async () => {
      const query = { q: sold.student.user.email }
      return (await sold.admin.call(api.listChoices, { query })).map(({ _id, created_at, ...rest }) => rest)
    }
    const seat = { email: sold.student.user.email, amount: 40, currency: 'usd', reason: 'run_canceled' }
    expect(await list()).toMatchObject([{ ...seat, chosen: null, other: null, is_expired: false }])
    await choose(sold.student, sold, { choice: 'date', runId: sold.other.id })
    const made = { chosen: 'date', other: { starts_at: sold.other.startsAt }, chosen_at: expect.any(Number) }
    expect(await list()).toMatchObject([{ ...seat, ...made, is_expired: false }])
    const entries = await sold.admin.call(api.listActivity, { query: {} })
    const entry = entries.find(({ deed, subject }) => deed === 'choice_made' && subject === sold.chosen.name)
    expect(entry?.words).toMatch(/^another date: /)
  })

  it('waits for the end of a dispute, and gives nothing back until then', async () => {
    const sold = await makeCanceled()
    const { db } = application.services
    const isOwn = eq(payments.userId, sold.student.user.id)
    await db.update(payments).set({ isDisputed: true }).where(isOwn)
    for (const choice of ['credit', 'money'] as const)
      expect(await catchCode(choose(sold.student, sold, { choice }))).toBe('PAYMENT_DISPUTED')
    expect(await runOut(sold)).toMatchObject([{ choice: null }])
    await db.update(payments).set({ isDisputed: false }).where(isOwn)
    expect(await runOut(sold)).toMatchObject([{ choice: 'money' }])
    expect(await listPayments(sold.student)).toMatchObject([{ refunded: 40 }])
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it.each(['first', 'last'] as const)(
    'is made apart for the %s seat of two, whose dispute has ended after the choice for the other one',
    async (which) => {
      const { db } = application.services
      const [admin, student] = [await application.signedIn('admin'), await application.signedIn('student')]
      const chosen = await makeClass(db, { seats: 5, listPriceMinor: 4_000 })
      await buy(student, { ...chosen, party: 2 })
      const sold = { student, run: { id: chosen.runId } }
      const bought = await db.select().from(payments).where(eq(payments.runId, chosen.runId)).orderBy(payments.receipt)
      const disputed = eq(payments.id, bought.at(which === 'first' ? 0 : -1)?.id ?? '')
      await db.update(payments).set({ isDisputed: true }).where(disputed)
      await admin.call(api.cancelRun, { params: { id: chosen.runId } })
      await finish()
      expect(await choose(student, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
      await db.update(payments).set({ isDisputed: false }).where(disputed)
      await admin.call(api.withdrawClass, { params: { id: chosen.id } })
      await finish()
      expect(await read(student, sold)).toMatchObject({ seats: 1, chosen: null, refund: 40 })
      expect((await runOut(sold)).map(({ choice }) => choice).toSorted()).toEqual(['credit', 'money'])
      const all = (await listPayments(student)).map(({ refunded, credited }) => [refunded, credited])
      expect(all.toSorted()).toEqual([
        [0, 40],
        [40, 0],
      ])
      expect(await readAudit(application)).toEqual(CLEAN)
    },
  )

  it('gives no other date for what an admin has refunded in the meantime', async () => {
    const sold = await makeCanceled()
    const [payment] = await listPayments(sold.student)
    const refund = { params: { id: payment?._id ?? '' }, body: { amount: 10 } }
    await sold.admin.call(api.refundPayment, refund)
    expect(await read(sold.student, sold)).toMatchObject({ refund: 30, dates: [] })
    expect(await catchCode(choose(sold.student, sold, { choice: 'date', runId: sold.other.id }))).toBe('CHOICE_MADE')
    expect(await choose(sold.student, sold, { choice: 'credit' })).toEqual({ modifiedCount: 1 })
    await finish()
    expect(await listPayments(sold.student)).toMatchObject([{ refunded: 10, credited: 30 }])
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('keeps a seat of which a part was refunded before, on another date', async () => {
    const sold = await makeSold()
    const [payment] = await listPayments(sold.student)
    const refund = { params: { id: payment?._id ?? '' }, body: { amount: 10, keep_seat: true } }
    await sold.admin.call(api.refundPayment, refund)
    await sold.instructor.call(api.cancelRun, { params: { id: sold.run.id } })
    await finish()
    expect(await readAudit(application)).toEqual(CLEAN)
    await choose(sold.student, sold, { choice: 'date', runId: sold.other.id })
    expect(await listPayments(sold.student)).toMatchObject([{ refunded: 10, ended: null }])
    expect(await readAudit(application)).toEqual(CLEAN)
  })
})

describe('a withdrawn class', () => {
  it('is no longer cancelled by a student from the moment that it is withdrawn', async () => {
    const sold = await makeSold()
    await sold.instructor.call(api.withdrawClass, { params: { id: sold.chosen.id } })
    expect(await cancelBeforeJob(sold.student)).toMatchObject({
      ...{ codes: ['CANCEL_TOO_LATE', 'CANCEL_TOO_LATE'], may_cancel: false },
    })
    await finish()
    expect(await read(sold.student, sold)).toMatchObject({ reason: 'withdrawn', refund: 40 })
  })

  it('is e-mailed once to who has paid nothing for two seats, and leaves them nothing to choose', async () => {
    const admin = await application.signedIn('admin')
    const student = await application.signedIn('student', { emailConfirmed: true })
    const chosen = await makeClass(application.services.db)
    const { code } = await makeCoupon(admin, { value: 100 })
    const body = { classId: chosen.id, runId: chosen.runId, seats: 2 }
    const { insertedId } = await student.call(api.selectClass, { body })
    await completePaying(student, await checkOutWithCode(student, [insertedId], code))
    const before = (await emailsTo(student)).length
    await admin.call(api.withdrawClass, { params: { id: chosen.id } })
    await finish()
    const [email, ...others] = (await emailsTo(student)).slice(before)
    expect(others).toEqual([])
    expect(email?.subject).toBe(`Withdrawn: ${chosen.name}`)
    expect(email?.text).toContain('does not take place. Your enrolment has ended.')
    const choice = student.call(api.getRunChoice, { params: { id: chosen.runId } })
    expect(await catchCode(choice)).toBe('NOT_FOUND')
    expect(await readAudit(application)).toEqual(CLEAN)
  })

  it('lets students choose between credit and money, as it has no other date', async () => {
    const sold = await makeSold()
    await sold.instructor.call(api.withdrawClass, { params: { id: sold.chosen.id } })
    await finish()
    const progress = () => sold.instructor.call(api.getWithdrawal, { params: { id: sold.chosen.id } })
    expect(await progress()).toMatchObject({ to_refund: 0, choosing: 1, done: 0 })
    expect(await read(sold.student, sold)).toMatchObject({ reason: 'withdrawn', refund: 40, dates: [] })
    const email = (await emailsTo(sold.student)).find(({ subject }) => subject?.startsWith('Withdrawn: '))
    expect(email?.subject).toMatch(/Choose what you get$/)
    expect(email?.text).not.toContain('another date')
    expect(await catchCode(choose(sold.student, sold, { choice: 'date', runId: sold.other.id }))).toBe('RUN_CLOSED')
    await choose(sold.student, sold, { choice: 'credit' })
    expect(await progress()).toMatchObject({ choosing: 0, done: 1 })
    expect(await readCredit(sold.student)).toBe(40)
    expect(await readAudit(application)).toEqual(CLEAN)
  })
})
