import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EnrolmentNews } from '#contract/enrolments.ts'
import { makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { toInstant } from '../../platform/zoned-time.ts'
import { sendNews } from './enrolment-news.ts'
import { enrolments } from './enrolments.table.ts'

const application = openForThisFile()

const DAY = 24 * 3_600_000
/** After the next morning, wherever the school is. */
const tomorrow = () => Date.now() + 1.5 * DAY

async function teach(frequency?: EnrolmentNews['frequency']) {
  const { instructor, taught } = await teaching(application, { seats: 0 })
  const run = await makeRun(application.services.db, taught.id, { seats: 9, startsAt: Date.now() + 90 * DAY })
  if (frequency) await instructor.call(api.changeEnrolmentNews, { body: { frequency } })
  const chosen = { ...taught, runId: run.id }
  const readNews = async () =>
    (await application.readEmails())
      .filter(({ to, subject }) => to?.[0]?.address === instructor.user.email && subject === 'News of your classes')
      .map(({ text }) => text ?? '')
  return { instructor, chosen, readNews }
}

async function cancel(student: Awaited<ReturnType<typeof application.signedIn>>) {
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
}

describe('an instructor', () => {
  it('is notified at once of who has enrolled and who has cancelled, each once', async () => {
    const { chosen, readNews } = await teach('at_once')
    const student = await application.signedIn('student')
    await buy(student, chosen)
    await Promise.all([sendNews(application.services), sendNews(application.services)])
    const [first, ...others] = await readNews()
    expect(others).toEqual([])
    expect(first).toContain(`${student.user.name} has enrolled.`)
    expect(first).toContain(chosen.name)
    await sendNews(application.services)
    await cancel(student)
    await sendNews(application.services)
    const all = await readNews()
    expect(all).toHaveLength(2)
    expect(all.join()).toContain(`${student.user.name} has cancelled.`)
  })

  it('reads one line of the seats that a student buys or cancels at once, and one of each child', async () => {
    const { chosen, readNews } = await teach('at_once')
    const student = await application.signedIn('student', { emailConfirmed: true })
    await buy(student, { ...chosen, party: 4 })
    const [first] = await student.call(api.listSeats)
    await student.call(api.nameGuest, { params: { id: first?._id ?? '' }, body: { name: 'Mia Dahl' } })
    await sendNews(application.services)
    const [news = ''] = await readNews()
    expect(news).toContain(`${student.user.name} has enrolled with 3 seats.`)
    expect(news).toContain('Mia Dahl has enrolled.')
    expect(news.split('enrolled')).toHaveLength(3)
    const payments = await student.call(api.listPayments, { query: { email: student.user.email } })
    const guest = (await student.call(api.listSeats)).find(({ guest }) => guest !== null)
    expect(guest?.seat).toBe(1)
    for (const { _id: id } of payments) await student.call(api.cancelPayment, { params: { id } })
    await sendNews(application.services)
    expect((await readNews()).join()).toContain(`${student.user.name} has cancelled 3 seats.`)
  })

  it('is notified once a day of all of it in one e-mail, where they have chosen nothing', async () => {
    const { instructor, chosen, readNews } = await teach()
    expect(await instructor.call(api.getEnrolmentNews)).toEqual({ frequency: 'daily' })
    const [ada, ben] = [await application.signedIn('student'), await application.signedIn('student')]
    for (const student of [ada, ben]) await buy(student, chosen)
    await cancel(ben)
    const { db } = application.services
    // The morning of this day is before any time of it.
    await sendNews(application.services, toInstant('2020-01-01T06:59', 'UTC') ?? 0)
    expect(await readNews()).toEqual([])
    await sendNews(application.services, tomorrow())
    const [first, ...others] = await readNews()
    expect(others).toEqual([])
    for (const { user } of [ada, ben]) expect(first).toContain(`${user.name} has enrolled.`)
    expect(first).toContain(`${ben.user.name} has cancelled.`)
    expect(await db.$count(enrolments, eq(enrolments.isTold, false))).toBe(0)
  })

  it('is not notified where they want nothing, of what is long past, and of a date that the school has canceled', async () => {
    const quiet = await teach('never')
    await buy(await application.signedIn('student'), quiet.chosen)
    const past = await teach('at_once')
    await buy(await application.signedIn('student'), past.chosen)
    await sendNews(application.services, Date.now() + 4 * DAY)
    const canceled = await teach('at_once')
    await buy(await application.signedIn('student'), canceled.chosen)
    await sendNews(application.services)
    const admin = await application.signedIn('admin')
    await admin.call(api.cancelRun, { params: { id: canceled.chosen.runId } })
    await application.runJobs()
    await sendNews(application.services)
    expect(await quiet.readNews()).toEqual([])
    expect(await past.readNews()).toEqual([])
    expect(await canceled.readNews()).toHaveLength(1)
  })

  it('alone has the choice, and has it in their data', async () => {
    const { instructor } = await teach('never')
    expect(await instructor.call(api.getOwnData)).toMatchObject({ enrolment_news: { frequency: 'never' } })
    for (const role of ['student', 'admin'] as const) {
      const other = await application.signedIn(role)
      expect(await catchCode(other.call(api.getEnrolmentNews))).toBe('NOT_ALLOWED')
      expect(await catchCode(other.call(api.changeEnrolmentNews, { body: { frequency: 'daily' } }))).toBe('NOT_ALLOWED')
    }
    const change = instructor.call(api.changeEnrolmentNews, { body: { frequency: 'weekly' as never } })
    expect(await catchCode(change)).toBe('INVALID_INPUT')
  })
})
