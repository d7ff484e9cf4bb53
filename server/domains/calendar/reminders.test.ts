import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { runSessions, runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'
import { remind } from './due-reminders.ts'

const application = openForThisFile()

const HOUR = 3_600_000
const NOW = Date.now()
/** 18:00 in Oslo: months away, so that students enroll long before. */
const START = Date.UTC(new Date().getUTCFullYear() + 1, 4, 4, 16)

/** Creates a run with one session, and a student of it. */
async function makeEnrolled(values: Parameters<typeof makeRun>[2] = {}, enrolledAt = NOW) {
  const at = await teaching(application)
  const { db } = application.services
  const run = await makeRun(db, at.taught.id, { startsAt: START, ...values })
  const student = await application.signedIn('student')
  await makeEnrolment(db, student.user, { ...at.taught, runId: run.id }, { at: enrolledAt })
  const emails = async () => {
    const all = await application.readEmails()
    return all.filter(({ to, subject }) => to?.[0]?.address === student.user.email && subject?.startsWith('Reminder'))
  }
  return { ...at, run, student, emails, subjects: async () => (await emails()).map(({ subject }) => subject) }
}

const remindAt = (hoursBefore: number, start = START) => remind(application.services, start - hoursBefore * HOUR)

describe('reminders', () => {
  it('are sent two days and two hours before a session, in the zone of the run, with its place', async () => {
    const place = { placeName: 'Harbour Hall', placeAddress: 'Quay 4' }
    const { emails, taught } = await makeEnrolled(place)
    await remindAt(48.1)
    expect(await emails()).toEqual([])
    for (const hours of [48, 47, 3]) await remindAt(hours)
    expect(await emails()).toHaveLength(1)
    for (const hours of [2, 1, 0, -1]) await remindAt(hours)
    const [first, second, ...more] = await emails()
    expect(more).toEqual([])
    expect(first?.subject).toMatch(new RegExp(`^Reminder: ${taught.name}, .*18:00–20:00 \\(Europe/Oslo\\)$`))
    expect(second?.text).toContain('Harbour Hall\nQuay 4')
    expect(second?.text).toContain(`/dashboard/class/${taught.id}`)
  })

  it('have the link of an online run, and the rain date', async () => {
    const { emails, run } = await makeEnrolled({ isOnline: true, link: 'https://meet.test/1' })
    const rain = { rainStartsAt: START + 24 * HOUR, rainEndsAt: START + 26 * HOUR }
    await application.services.db.update(runSessions).set(rain).where(eq(runSessions.runId, run.id))
    await remindAt(2)
    const [email] = await emails()
    expect(email?.text).toContain('https://meet.test/1')
    expect(email?.text).toContain('If it rains')
  })

  it('say that it is undecided whether a date below its minimum takes place, and promise it once it is decided', async () => {
    const undecided = { minimum: 3, decideAt: START - 72 * HOUR }
    const { emails, run } = await makeEnrolled(undecided)
    await remindAt(48)
    const [first] = await emails()
    await application.services.db.update(runs).set({ confirmedAt: 1 }).where(eq(runs.id, run.id))
    await remindAt(2)
    const [, second] = await emails()
    expect(first?.text).toContain('It takes place if enough students enroll, which is not decided yet.')
    expect(second?.text).not.toContain('decided')
  })

  it('have no link for an unconfirmed address, which may be that of another person', async () => {
    const { emails, student } = await makeEnrolled({ isOnline: true, link: 'https://meet.test/2' })
    await application.services.db
      .update(users)
      .set({ identityId: 'registered', emailConfirmed: false })
      .where(eq(users.id, student.user.id))
    await remindAt(2)
    const [email] = await emails()
    expect(email?.text).toContain('It takes place online. The link is on the page of your class.')
    expect(email?.raw).not.toContain('meet.test')
  })

  it('are sent once by two instances at the same time, and after a restart', async () => {
    const { taught, run, emails } = await makeEnrolled()
    const { db } = application.services
    for (let other = 0; other < 5; other++)
      await makeEnrolment(db, await makeUser(db, 'student'), { ...taught, runId: run.id }, { at: NOW })
    await Promise.all([remindAt(2), remindAt(2), remindAt(2)])
    await remindAt(1)
    expect(await emails()).toHaveLength(1)
    const all = (await application.readEmails()).filter(({ subject }) =>
      subject?.startsWith(`Reminder: ${taught.name},`),
    )
    expect(all).toHaveLength(6)
  })

  it('are sent once by a clock that jumps ahead, back and ahead again', async () => {
    const { subjects } = await makeEnrolled()
    await remindAt(2)
    expect(await subjects()).toHaveLength(1)
    await remindAt(60)
    for (const hours of [47, 3, 2, 1]) await remindAt(hours)
    // The one of two days before was not sent yet, as the clock jumped past it.
    expect(await subjects()).toHaveLength(2)
  })

  it('are sent again for a session that moves, at its new time', async () => {
    const { run, instructor, emails } = await makeEnrolled()
    await remindAt(48)
    const { db } = application.services
    const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, run.id))
    const moved = START + 24 * HOUR
    const rain = { rain_starts_at: null, rain_ends_at: null }
    const sessions = [{ ...rain, _id: session?.id, starts_at: moved, ends_at: moved + HOUR }]
    await instructor.call(api.changeRun, { params: { id: run.id }, body: { sessions } })
    await remindAt(2)
    expect(await emails()).toHaveLength(2)
    await remindAt(2, moved)
    const subjects = (await emails()).map(({ subject }) => subject)
    expect(subjects).toHaveLength(3)
    expect(subjects.filter((subject) => subject?.includes('18:00–19:00'))).toHaveLength(2)
  })

  it('are not sent for a canceled run or a withdrawn class', async () => {
    const [canceled, withdrawn] = [await makeEnrolled(), await makeEnrolled()]
    // The refunds are still queued, so the enrolments exist.
    await canceled.instructor.call(api.cancelRun, { params: { id: canceled.run.id } })
    await withdrawn.instructor.call(api.withdrawClass, { params: withdrawn.params })
    await remindAt(48)
    expect([await canceled.emails(), await withdrawn.emails()]).toEqual([[], []])
  })

  it('are not sent after a cancellation, to a deleted user, or with the switch off', async () => {
    const [cancelled, deleted, silent] = [await makeEnrolled(), await makeEnrolled(), await makeEnrolled()]
    const [payment] = await cancelled.student.call(api.listPayments, { query: { email: cancelled.student.user.email } })
    await cancelled.student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    const admin = await application.signedIn('admin')
    await admin.call(api.deleteUser, { params: { id: deleted.student.user.id } })
    await silent.student.call(api.changeCalendarSettings, { body: { reminders: false } })
    await remindAt(48)
    expect(await Promise.all([cancelled, deleted, silent].map(({ subjects }) => subjects()))).toEqual([[], [], []])
    await silent.student.call(api.changeCalendarSettings, { body: { reminders: true } })
    await remindAt(2)
    expect(await silent.emails()).toHaveLength(1)
  })

  it('leave out who enrolls after they were due', async () => {
    const { emails } = await makeEnrolled({}, START - 24 * HOUR)
    await remindAt(23)
    expect(await emails()).toEqual([])
    await remindAt(2)
    expect(await emails()).toHaveLength(1)
  })
})
