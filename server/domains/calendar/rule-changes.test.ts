import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { toClockTime } from '../../platform/zoned-time.ts'
import { runTimes } from '../classes/runs/run-times.table.ts'
import { runSessions, runs } from '../classes/runs/runs.table.ts'
import { timeChecks } from './calendar.table.ts'
import { remind } from './due-reminders.ts'
import { followRules } from './rule-changes.ts'

const application = openForThisFile()

const HOUR = 3_600_000
/** 10:00 in Winnipeg on January 16, 2037: by the rules of 2026c, and by those of 2026f. */
const [BY_OLD_RULES, BY_NEW_RULES] = [Date.UTC(2037, 0, 16, 16), Date.UTC(2037, 0, 16, 15)]

const follow = () => followRules(application.services)

/** Creates a run in Winnipeg that was saved by the rules of 2026c, and a student of it. */
async function makeOldRun(values: Parameters<typeof makeRun>[2] = {}, enrolledAt = Date.now()) {
  const { db } = application.services
  const at = await teaching(application)
  const times = { startsAt: BY_OLD_RULES, timeZone: 'America/Winnipeg', zoneRules: '2026c' }
  const clocks = { starts: '2037-01-16T10:00', ends: '2037-01-16T12:00' }
  const run = await makeRun(db, at.taught.id, { ...times, ...clocks, ...values })
  await db
    .update(runSessions)
    .set({ ...clocks, zoneRules: '2026c' })
    .where(eq(runSessions.runId, run.id))
  const student = await application.signedIn('student')
  await makeEnrolment(db, student.user, { ...at.taught, runId: run.id }, { at: enrolledAt })
  const readRun = async () => {
    const all = await at.instructor.call(api.listRuns, { params: at.params })
    return all.find(({ _id }) => _id === run.id)
  }
  const readEmails = async () =>
    (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
  return { ...at, run, student, readRun, readEmails }
}

/** Reads the event of a student's feed, which the file of the run has as well. */
async function readEvent({ student, run }: Pick<Awaited<ReturnType<typeof makeOldRun>>, 'student' | 'run'>) {
  const { feed_url } = await student.call(api.renewCalendarFeed)
  const { body } = await application.visitor.request('GET', new URL(feed_url).pathname)
  const event = parseEvent(body)
  expect(parseEvent(await student.call(api.getRunCalendar, { params: { id: run.id } }))).toEqual(event)
  return event
}

/** Reads the first event of a file as a calendar program does: by the rules that the file has. */
function parseEvent(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component)
  const { startDate, sequence } = event
  ICAL.TimezoneService.reset()
  return { clock: startDate.toString(), at: startDate.toJSDate().getTime(), sequence }
}

describe('new rules of a time zone', () => {
  it('leave a session at its clock time, move its instant, and tell calendars and students once', async () => {
    const made = await makeOldRun()
    const before = await readEvent(made)
    await follow()
    expect(await made.readRun()).toMatchObject({
      ...{ starts: '2037-01-16T10:00', starts_at: BY_NEW_RULES, ends_at: BY_NEW_RULES + 2 * HOUR },
      sessions: [{ starts: '2037-01-16T10:00', ends: '2037-01-16T12:00', starts_at: BY_NEW_RULES }],
    })
    const after = await readEvent(made)
    expect(before.clock).toBe('2037-01-16T10:00:00')
    expect(after).toEqual({ clock: before.clock, at: BY_NEW_RULES, sequence: before.sequence + 1 })
    await follow()
    const [email, ...more] = await made.readEmails()
    expect(more).toEqual([])
    expect(email?.subject).toBe(`New rules of the time zone: ${made.taught.name}`)
    expect(email?.text).toContain('Fri, Jan 16, 2037, 10:00–12:00 (America/Winnipeg)')
    expect((await readEvent(made)).sequence).toBe(after.sequence)
  })

  it('move the last moment and the decision date with it, and remind students again', async () => {
    const lead = { lastMoment: BY_OLD_RULES - 24 * HOUR, lastMomentClock: '2037-01-15T10:00' }
    const decision = { minimum: 2, decideAt: BY_OLD_RULES - 48 * HOUR, decideClock: '2037-01-14T10:00' }
    const made = await makeOldRun({ ...lead, ...decision })
    const remindAt = (start: number) => remind(application.services, start - 2 * HOUR)
    await remindAt(BY_OLD_RULES)
    await follow()
    expect(await made.readRun()).toMatchObject({
      ...{ last_moment: BY_NEW_RULES - 24 * HOUR, last_moment_clock: '2037-01-15T10:00' },
      ...{ decide_at: BY_NEW_RULES - 48 * HOUR, decide_clock: '2037-01-14T10:00' },
    })
    await remindAt(BY_NEW_RULES)
    const subjects = (await made.readEmails()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.startsWith('Reminder'))).toHaveLength(2)
    for (const subject of subjects.filter((text) => text?.startsWith('Reminder'))) expect(subject).toContain('10:00')
  })

  it('change nothing of sessions that are over or canceled, of zones that stay as they were, and of newer rules', async () => {
    const over = await makeOldRun({ startsAt: Date.UTC(2026, 10, 3, 16), starts: '2026-11-03T09:00' })
    const canceled = await makeOldRun({ canceledAt: 1 })
    const oslo = await makeOldRun({ timeZone: 'Europe/Oslo', startsAt: Date.UTC(2037, 0, 16, 9) })
    const newer = await makeOldRun()
    await application.services.db.update(runs).set({ zoneRules: '2099a' }).where(eq(runs.id, newer.run.id))
    await application.services.db
      .update(runSessions)
      .set({ zoneRules: '2099a' })
      .where(eq(runSessions.runId, newer.run.id))
    const all = [over, canceled, oslo, newer]
    const read = () => Promise.all(all.map(async ({ readRun }) => (await readRun())?.sessions[0]?.starts_at))
    const before = await read()
    await follow()
    expect(await read()).toEqual(before)
    expect((await Promise.all(all.map(({ readEmails }) => readEmails()))).flat()).toEqual([])
  })

  it('list sessions that now overlap for the school, until an admin has checked them or the times are saved', async () => {
    const made = await makeOldRun({ placeName: 'Old Mill', placeAddress: '' })
    const other = await teaching(application, { name: 'Morning Mist' })
    const place = { placeName: 'Old Mill', placeAddress: '' }
    await makeRun(application.services.db, other.taught.id, { startsAt: BY_NEW_RULES - 2 * HOUR + 1, ...place })
    const admin = await application.signedIn('admin')
    const list = async () => (await admin.call(api.getStatus)).time_checks.filter(({ runId }) => runId === made.run.id)
    expect(await list()).toEqual([])
    await follow()
    const [check, ...more] = await list()
    expect(more).toEqual([])
    expect(check).toMatchObject({
      time: 'Fri, Jan 16, 2037, 10:00–12:00 (America/Winnipeg)',
      message: expect.stringContaining('“Morning Mist”'),
    })
    const params = { id: check?._id ?? '' }
    expect(await catchCode(made.instructor.call(api.dismissTimeCheck, { params }))).toBe('NOT_ALLOWED')
    expect(await admin.call(api.dismissTimeCheck, { params })).toEqual({ deletedCount: 1 })
    expect(await catchCode(admin.call(api.dismissTimeCheck, { params }))).toBe('NOT_FOUND')
    expect(await list()).toEqual([])
  })

  it('move a time that clocks skip to after the change, and list it', async () => {
    // Clocks in Vancouver no longer go forward on March 8, 2037; those in New York skip 02:30.
    const clocks = { starts: '2037-03-08T02:30', ends: '2037-03-08T05:00' }
    const startsAt = Date.UTC(2037, 2, 8, 6, 30)
    const made = await makeOldRun({ timeZone: 'America/New_York', startsAt, ...clocks })
    const { db } = application.services
    await db.update(runSessions).set(clocks).where(eq(runSessions.runId, made.run.id))
    await follow()
    const [session] = (await made.readRun())?.sessions ?? []
    expect(session).toMatchObject({ starts: '2037-03-08T02:30', starts_at: Date.UTC(2037, 2, 8, 7, 30) })
    const rows = await db
      .select()
      .from(timeChecks)
      .where(eq(timeChecks.sessionId, session?._id ?? ''))
    expect(rows).toMatchObject([{ message: expect.stringContaining('skip') }])
    const change = { sessions: [{ _id: session?._id, starts: '2037-03-08T03:30', ends: '2037-03-08T05:00' }] }
    await made.instructor.call(api.changeRun, { params: { id: made.run.id }, body: change })
    expect(
      await db
        .select()
        .from(timeChecks)
        .where(eq(timeChecks.sessionId, session?._id ?? '')),
    ).toEqual([])
  })
})

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [USER, CLASS, WINNIPEG, OSLO] = [id(1), id(2), id(3), id(4)]

describe('a database of the version before clock times', () => {
  it('gets them by present rules, and lists the sessions for which earlier versions showed another time', {
    timeout: UPGRADE_TIMEOUT_MS,
  }, async () => {
    await upgradeFrom(
      42,
      async (db) => {
        await db.execute(
          sql`insert into users (id, email, name, created_at) values (${USER}, 'a@example.test', 'Ada', 1)`,
        )
        await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
          values (${CLASS}, ${USER}, 'Fog', '/fog', 4999, 1)`)
        await db.execute(sql`insert into runs (id, class_id, seats, offered, time_zone, starts_at, ends_at, last_moment, created_at) values
          (${WINNIPEG}, ${CLASS}, 1, 1, 'America/Winnipeg', ${BY_OLD_RULES}, ${BY_OLD_RULES + HOUR}, ${BY_OLD_RULES - HOUR}, 1),
          (${OSLO}, ${CLASS}, 1, 1, 'Europe/Oslo', ${Date.UTC(2037, 0, 31, 23, 30)}, ${Date.UTC(2037, 1, 1, 1)}, null, 1)`)
        await db.execute(sql`insert into run_sessions (id, run_id, starts_at, ends_at, rain_starts_at, rain_ends_at) values
          (${WINNIPEG}, ${WINNIPEG}, ${BY_OLD_RULES}, ${BY_OLD_RULES + HOUR}, ${BY_OLD_RULES + 24 * HOUR}, ${BY_OLD_RULES + 25 * HOUR}),
          (${OSLO}, ${OSLO}, ${Date.UTC(2037, 0, 31, 23, 30)}, ${Date.UTC(2037, 1, 1, 1)}, null, null)`)
      },
      async (db) => {
        await followRules({ ...application.services, db })
        const [winnipeg, oslo] = await db.select().from(runSessions).orderBy(runSessions.id)
        expect(winnipeg).toMatchObject({
          ...{ startsAt: BY_OLD_RULES, starts: '2037-01-16T11:00', ends: '2037-01-16T12:00' },
          ...{ rainStarts: '2037-01-17T11:00', rainEnds: '2037-01-17T12:00', zoneRules: process.versions.tz },
        })
        expect(oslo).toMatchObject({ starts: '2037-02-01T00:30', ends: '2037-02-01T02:00', rainStarts: null })
        const [run] = await db.select().from(runs).where(eq(runs.id, WINNIPEG))
        expect(run).toMatchObject({ starts: '2037-01-16T11:00', lastMomentClock: '2037-01-16T10:00', sequence: 0 })
        // February 1, 2037 is a Sunday.
        const [times] = await db.select().from(runTimes).where(eq(runTimes.runId, OSLO))
        expect(times).toMatchObject({ months: [2037 * 12 + 1], weekdays: 1 })
        const checks = await db.select().from(timeChecks)
        expect(checks.map(({ sessionId }) => sessionId)).toEqual([WINNIPEG])
        expect(checks[0]?.message).toContain('We showed Fri, Jan 16, 2037, 10:00 (America/Winnipeg)')
        await followRules({ ...application.services, db })
        expect(await db.select().from(timeChecks)).toHaveLength(1)
      },
    )
  })

  it('may still be written by that version: its new instants are shown, and get clock times', async () => {
    const { run, readRun } = await makeOldRun({ zoneRules: process.versions.tz ?? '' })
    const { db } = application.services
    const moved = Date.UTC(2037, 0, 20, 18)
    await db.execute(sql`update runs set starts_at = ${moved}, ends_at = ${moved + HOUR} where id = ${run.id}`)
    await db.execute(
      sql`update run_sessions set starts_at = ${moved}, ends_at = ${moved + HOUR} where run_id = ${run.id}`,
    )
    const clock = toClockTime(moved, 'America/Winnipeg')
    expect(await readRun()).toMatchObject({ starts: clock, sessions: [{ starts: clock, starts_at: moved }] })
    await follow()
    const [session] = await db.select().from(runSessions).where(eq(runSessions.runId, run.id))
    expect(session).toMatchObject({ startsAt: moved, starts: clock })
    await db.execute(sql`update runs set time_zone = 'Asia/Tokyo' where id = ${run.id}`)
    expect((await readRun())?.sessions[0]?.starts).toBe(toClockTime(moved, 'Asia/Tokyo'))
  })
})
