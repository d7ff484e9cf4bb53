import { and, eq, ne } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import { makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { runSessions } from '../classes/runs/runs.table.ts'

const application = openForThisFile()

const DAY = 24 * 3_600_000

/** Creates a run with one session, by default yesterday, and two students. */
async function makeAttended(startsAt = Date.now() - DAY, timeZone = 'Europe/Oslo') {
  const at = await teaching(application)
  const { db } = application.services
  const run = await makeRun(db, at.taught.id, { startsAt, endsAt: startsAt + 1000, timeZone })
  const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, run.id))
  const [ada] = [await application.signedIn('student', { name: 'ada' })]
  for (const user of [await makeUser(db, 'student', { name: 'Cleo' }), ada.user])
    await makeEnrolment(db, user, { ...at.taught, runId: run.id })
  const params = { id: session?.id ?? '' }
  const list = (visitor: Visitor = at.instructor) => visitor.call(api.listAttendance, { params })
  const enrolmentId = (await list())[0]?._id ?? ''
  const record = (attended: boolean, visitor: Visitor = at.instructor, id = enrolmentId) =>
    visitor.call(api.recordAttendance, { params: { ...params, enrolmentId: id }, body: { attended } })
  return { ...at, run, ada, list, record }
}

describe('attendance', () => {
  it('is recorded for each student of a session as often as the instructor likes, and admins read it', async () => {
    const { list, record, ada } = await makeAttended()
    expect((await list()).map(({ name, attended }) => [name, attended])).toEqual([
      ['ada', false],
      ['Cleo', false],
    ])
    expect([await record(true), await record(true)]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
    const admin = await application.signedIn('admin')
    expect((await list(admin)).map(({ attended }) => attended)).toEqual([true, false])
    expect((await ada.call(api.getOwnData)).attended_sessions).toHaveLength(1)
    expect([await record(false), await record(false)]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
    expect((await list(admin)).map(({ attended }) => attended)).toEqual([false, false])
  })

  it('with several seats of one buyer is once in their data', async () => {
    const { ada, run, list, record } = await makeAttended()
    const isOfCleo = and(eq(enrolments.runId, run.id), ne(enrolments.userId, ada.user.id))
    await application.services.db.update(enrolments).set({ userId: ada.user.id, seat: 2 }).where(isOfCleo)
    for (const { _id } of await list()) expect(await record(true, undefined, _id)).toEqual({ modifiedCount: 1 })
    expect((await list()).map(({ attended }) => attended)).toEqual([true, true])
    expect((await ada.call(api.getOwnData)).attended_sessions).toHaveLength(1)
  })

  it('is refused to students, to admins and to other instructors', async () => {
    const { list, record, ada } = await makeAttended()
    expect([await catchCode(list(ada)), await catchCode(record(true, ada))]).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED'])
    expect(await catchCode(record(true, await application.signedIn('admin')))).toBe('NOT_ALLOWED')
    const other = await application.signedIn('instructor')
    expect([await catchCode(list(other)), await catchCode(record(true, other))]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect((await list())[0]?.attended).toBe(false)
  })

  it('is refused for students of another run', async () => {
    const [first, second] = [await makeAttended(), await makeAttended()]
    const [student] = await second.list()
    for (const id of [student?._id ?? '', 'x'])
      expect(await catchCode(first.record(true, undefined, id))).toBe('NOT_FOUND')
  })

  it('is refused before the day of the session in the zone of its run', async () => {
    const tomorrow = await makeAttended(Date.now() + DAY)
    expect(await catchCode(tomorrow.record(true))).toBe('SESSION_AHEAD')
    // In a minute it is the same day in at least one of two zones that are half a day apart.
    const zones = ['Etc/GMT+11', 'Etc/GMT-1']
    const codes = await Promise.all(
      zones.map(async (zone) => {
        const { record } = await makeAttended(Date.now() + 60_000, zone)
        return record(true).then(
          () => 'recorded',
          ({ code }: { code: string }) => code,
        )
      }),
    )
    expect(codes).toContain('recorded')
  })

  it('is refused for a canceled run, and stays on record when the enrolment ends', async () => {
    const { instructor, run, record, ada } = await makeAttended()
    await record(true)
    await instructor.call(api.cancelRun, { params: { id: run.id } })
    expect(await catchCode(record(false))).toBe('RUN_CANCELED')
    await application.runJobs()
    expect(await catchCode(record(true))).toBe('NOT_FOUND')
    expect((await ada.call(api.getOwnData)).attended_sessions).toHaveLength(1)
  })

  it('of a student who was refunded stays in the list of the session, and of one who was not there it does not', async () => {
    const { list, record, ada } = await makeAttended()
    const before = await list()
    expect(before.every(({ ended }) => !ended)).toBe(true)
    await record(true)
    await application.services.db.update(enrolments).set({ endedAt: 5, endReason: 'refunded' })
    expect(await list()).toMatchObject([{ email: ada.user.email, attended: true, ended: true }])
    expect(await catchCode(record(false))).toBe('NOT_FOUND')
  })
})
