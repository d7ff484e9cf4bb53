import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { readAudit, readSeats } from '../../../testing/orders.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { attendance } from '../attendance/attendance.table.ts'
import { remind } from '../calendar/due-reminders.ts'
import { runSessions } from '../classes/runs/runs.table.ts'
import { enrolments } from './enrolments.table.ts'

const application = openForThisFile()

const HOUR = 3_600_000
const DAY = 24 * HOUR
const db = () => application.services.db
const readEnrolments = (userId: string) =>
  db().select().from(enrolments).where(eq(enrolments.userId, userId)).orderBy(enrolments.createdAt)
const listPayments = (student: Visitor & { user: { email: string } }) =>
  student.call(api.listPayments, { query: { email: student.user.email } })

/** A student who bought a date of a class, which starts in a month unless another start is given. */
async function makeBought(startsAt = Date.now() + 30 * DAY) {
  const at = await teaching(application)
  const run = await makeRun(db(), at.taught.id, { startsAt, isOnline: true, link: 'https://meet.test/1' })
  const student = await application.signedIn('student')
  await buy(student, { ...at.taught, runId: run.id })
  const [payment] = await listPayments(student)
  const cancel = () => student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
  return { ...at, run, student, cancel, buyAgain: () => buy(student, { ...at.taught, runId: run.id }) }
}

describe('an enrolment that has ended', () => {
  it('stays on record with its time, its reason and who ended it, and its seat is free once', async () => {
    const { run, student, cancel } = await makeBought()
    await cancel()
    await cancel()
    const [row, ...others] = await readEnrolments(student.user.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ runId: run.id, endReason: 'cancelled', endedBy: student.user.id, listPriceMinor: 4999 })
    expect(Date.now() - (row?.endedAt ?? 0)).toBeLessThan(60_000)
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 10, enroll: 0 })
    const ended = { at: row?.endedAt, why: 'cancelled' }
    expect(await listPayments(student)).toMatchObject([{ status: 'refunded', ended }])
    const data = await student.call(api.getOwnData)
    expect([data.enrolled_classes, data.ended_enrolments]).toMatchObject([[], [{ _id: row?.id, runId: run.id, ended }]])
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('is never deleted, not even by the release before', async () => {
    const { student, cancel } = await makeBought()
    await cancel()
    const remove = db().delete(enrolments).where(eq(enrolments.userId, student.user.id))
    const error = await remove.then(
      () => null,
      ({ cause }: { cause: Error }) => cause.message,
    )
    expect(error).toMatch(/has ended and stays on record/)
    expect(await readEnrolments(student.user.id)).toHaveLength(1)
  })

  it('lets the student buy the same date again, and both stay on record', async () => {
    const { run, student, cancel, buyAgain } = await makeBought()
    await cancel()
    await buyAgain()
    expect((await readEnrolments(student.user.id)).map(({ endReason }) => endReason)).toEqual(['cancelled', null])
    expect((await listPayments(student)).map(({ ended }) => ended?.why ?? null)).toEqual([null, 'cancelled'])
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 9, enroll: 1 })
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('gives no access to the class, its calendar and its link', async () => {
    const { taught, run, student, cancel } = await makeBought()
    const { feed_url } = await student.call(api.renewCalendarFeed)
    const readFeed = async () => (await student.request('GET', new URL(feed_url).pathname)).body
    expect(await readFeed()).toContain('https://meet.test/1')
    await cancel()
    const query = { email: student.user.email }
    expect(await student.call(api.listEnrolledClasses, { query })).toEqual([])
    const error = await catchError(student.call(api.getEnrolledClass, { params: { id: taught.id } }))
    expect([error.statusCode, error.code]).toEqual([404, 'ENROLMENT_ENDED'])
    expect(error.message).toMatch(
      /^Your enrolment ended on .+, 20\d\d, \d\d:\d\d \(Europe\/Oslo\): you cancelled it\.$/,
    )
    const other = student.call(api.getEnrolledClass, { params: { id: crypto.randomUUID() } })
    expect(await catchCode(other)).toBe('NOT_FOUND')
    expect((await student.request('GET', `/api/enroll/run/${run.id}.ics`)).statusCode).toBe(404)
    expect(await readFeed()).not.toContain(taught.name)
  })

  it('is in no roster, message, reminder and list of recipients', async () => {
    const { instructor, taught, params, run, student, cancel } = await makeBought()
    await db().update(enrolments).set({ createdAt: 0 }).where(eq(enrolments.userId, student.user.id))
    await cancel()
    expect(await instructor.call(api.listStudents, { params })).toEqual([])
    const body = { subject: 'Bring boots', text: 'It rains.' }
    expect(await instructor.call(api.emailStudents, { params, body })).toEqual({ sentCount: 0 })
    await remind(application.services, (run.startsAt ?? 0) - HOUR)
    const emails = await application.readEmails()
    const subjects = emails.filter(({ to }) => to?.[0]?.address === student.user.email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.startsWith('Reminder'))).toEqual([])
    const admin = await application.signedIn('admin')
    const classes = await admin.call(api.listMailingClasses)
    expect(classes.filter(({ _id }) => _id === taught.id)).toEqual([])
  })

  it('counts in no figure, lets its class be deleted, and is no enrolment to move, end or review', async () => {
    const { instructor, params, run, student, cancel, taught } = await makeBought()
    const other = await makeRun(db(), taught.id)
    await cancel()
    expect((await instructor.call(api.getInstructorFigures)).months.at(-1)).toMatchObject({ enrolments: 0, income: 0 })
    const [row] = await readEnrolments(student.user.id)
    const move = student.call(api.moveEnrolment, { params: { id: run.id }, body: { runId: other.id } })
    expect(await catchCode(move)).toBe('NOT_FOUND')
    const admin = await application.signedIn('admin')
    expect(await catchCode(admin.call(api.endEnrolment, { params: { id: row?.id ?? '' } }))).toBe('NOT_FOUND')
    const review = {
      ...{ title: 'Ada', description: 'Good.', image_url: '', role: 'Student', consent: '', published: false },
      enrolmentId: row?.id,
    }
    expect(await catchCode(admin.call(api.addReview, { body: review }))).toBe('INVALID_INPUT')
    expect(await instructor.call(api.deleteClass, { params })).toEqual({ deletedCount: 1 })
  })

  it('of a student without a payment ends with a canceled date, and stays in their calendar as canceled', async () => {
    const { instructor, run, taught } = await makeBought()
    const student = await application.signedIn('student')
    const admin = await application.signedIn('admin')
    const body = { email: student.user.email, reason: 'Won the prize' }
    await admin.call(api.grantEnrolment, { params: { id: run.id }, body })
    await instructor.call(api.cancelRun, { params: { id: run.id } })
    for (let round = 0; round < 2; round++) await application.runJobs()
    expect(await readEnrolments(student.user.id)).toMatchObject([
      { endReason: 'run_canceled', endedBy: instructor.user.id },
    ])
    expect(await readSeats(application, { runId: run.id })).toEqual({ seats: 10, enroll: 0 })
    const { feed_url } = await student.call(api.renewCalendarFeed)
    const feed = (await student.request('GET', new URL(feed_url).pathname)).body
    expect(feed).toContain(taught.name)
    expect(feed).toContain('STATUS:CANCELLED')
    expect((await readAudit(application)).discrepancies).toEqual([])
  })

  it('keeps its attendance on record, and no more is recorded', async () => {
    const { instructor, taught } = await makeBought()
    const run = await makeRun(db(), taught.id, { startsAt: Date.now() - DAY })
    const student = await makeUser(db(), 'student')
    await makeEnrolment(db(), student, { ...taught, runId: run.id })
    const [session] = await db().select().from(runSessions).where(eq(runSessions.runId, run.id))
    const [enrolment] = await readEnrolments(student.id)
    const params = { id: session?.id ?? '', enrolmentId: enrolment?.id ?? '' }
    await instructor.call(api.recordAttendance, { params, body: { attended: true } })
    const admin = await application.signedIn('admin')
    await admin.call(api.refundPayment, { params: { id: enrolment?.paymentId ?? '' } })
    const isOwn = and(eq(attendance.enrolmentId, params.enrolmentId), eq(attendance.sessionId, params.id))
    expect(await db().$count(attendance, isOwn)).toBe(1)
    expect(await catchCode(instructor.call(api.recordAttendance, { params, body: { attended: false } }))).toBe(
      'NOT_FOUND',
    )
    expect(await instructor.call(api.listAttendance, { params })).toMatchObject([{ attended: true, ended: true }])
  })
})
