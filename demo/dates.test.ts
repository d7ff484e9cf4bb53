import { and, asc, eq, max } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../contract/api.ts'
import { attendance } from '../server/domains/attendance/attendance.table.ts'
import { remind } from '../server/domains/calendar/due-reminders.ts'
import { classes } from '../server/domains/classes/classes.table.ts'
import { findOverlaps } from '../server/domains/classes/runs/overlaps.ts'
import { runSessions, runs } from '../server/domains/classes/runs/runs.table.ts'
import { enrolments } from '../server/domains/enrolments/enrolments.table.ts'
import { payments } from '../server/domains/payments/payments.table.ts'
import { users } from '../server/domains/users/users.table.ts'
import { DEMO_INSTRUCTOR, DEMO_STUDENT } from '../server/settings/demo.ts'
import { openTestApplication, type TestApplication } from '../testing/application.ts'
import { readAudit } from '../testing/orders.ts'
import { Visitor } from '../testing/visitor.ts'
import { openDemo } from './open.ts'
import { REVIEW_MS } from './sales.ts'

const DAY_MS = 24 * 60 * 60_000

async function openDemoAt(firstStart: number): Promise<TestApplication> {
  const application = await openTestApplication({ DEMO: 'on' })
  await openDemo(application, () => {}, firstStart)
  return application
}

/** Reads the runs of approved classes, with their classes. */
function readRuns({ services: { db } }: TestApplication) {
  return db
    .select()
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(eq(classes.status, 'approve'))
    .orderBy(runs.startsAt)
}

/** Signs in a person of the demo. */
async function asPerson(application: TestApplication, email: string): Promise<Visitor> {
  const [user] = await application.services.db.select().from(users).where(eq(users.email, email))
  return new Visitor(application.app, await application.tokens.issue(user?.id ?? '', Date.now()))
}

describe.each([0, 8])('a demo that was first started %d days ago', (days) => {
  const firstStart = Date.now() - days * DAY_MS
  let application: TestApplication
  beforeAll(async () => {
    application = await openDemoAt(firstStart)
  })
  afterAll(() => application.close())

  it('passes the audit', async () => {
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('has two or three dated runs for each of its 24 approved classes, and students can enroll in one of each', async () => {
    const rows = await readRuns(application)
    const byClass = Map.groupBy(rows, (row) => row.classes.name)
    expect(byClass.size).toBe(24)
    for (const [name, own] of byClass) {
      expect([2, 3], name).toContain(own.length)
      expect(own.filter(({ runs: { startsAt, timeZone } }) => startsAt === null || timeZone === null)).toEqual([])
    }
    const offered = await application.visitor.call(api.listApprovedClasses)
    expect(offered.filter((one) => (one.runs ?? []).length === 0)).toEqual([])
    expect(offered.filter(({ seats }) => seats === 0).map(({ className }) => className)).toEqual([
      'Your First Darkroom Print',
    ])
  })

  it('has all its places in one town, a few kilometers apart, and online runs with a link and no place', async () => {
    const all = (await readRuns(application)).map((row) => row.runs)
    const [online, local] = [all.filter((run) => run.isOnline), all.filter((run) => !run.isOnline)]
    expect(online.length).toBeGreaterThan(0)
    for (const { link, placeName } of online)
      expect([link, placeName]).toEqual([expect.stringMatching(/^https:/), null])
    expect(new Set(local.map(({ placeName }) => placeName)).size).toBe(8)
    expect(local.filter(({ placeAddress }) => !placeAddress?.endsWith(', Lightwick'))).toEqual([])
    const span = (values: (number | null)[]) => Math.max(...values.map(Number)) - Math.min(...values.map(Number))
    const outdoors = local.filter(({ latitude }) => latitude !== null)
    expect(new Set(outdoors.map(({ placeName }) => placeName)).size).toBe(5)
    expect(span(outdoors.map(({ latitude }) => latitude))).toBeLessThan(0.1)
    expect(span(outdoors.map(({ longitude }) => longitude))).toBeLessThan(0.2)
    expect(new Set(all.map(({ timeZone }) => timeZone))).toEqual(new Set(['Europe/Oslo']))
  })

  it('books no instructor and no place twice', async () => {
    const { db } = application.services
    for (const { runs: run, classes: owner } of await readRuns(application)) {
      const sessions = await db.select().from(runSessions).where(eq(runSessions.runId, run.id))
      const times = sessions.map(({ startsAt, endsAt }) => {
        return { starts_at: startsAt, ends_at: endsAt, rain_starts_at: null, rain_ends_at: null }
      })
      const { placeName: name, placeAddress, latitude, longitude } = run
      const place = name === null ? null : { name, address: placeAddress ?? '', latitude, longitude }
      expect(await findOverlaps(db, owner.instructorId, { run_id: run.id, place, sessions: times })).toEqual([])
    }
  })

  it('sends no student to two places at the same time', async () => {
    const rows = await application.services.db
      .select({ userId: enrolments.userId, startsAt: runSessions.startsAt, endsAt: runSessions.endsAt })
      .from(enrolments)
      .innerJoin(runSessions, eq(runSessions.runId, enrolments.runId))
      .orderBy(asc(enrolments.userId), asc(runSessions.startsAt))
    const twice = rows.filter(({ userId, startsAt }, index) => {
      const previous = rows[index - 1]
      return previous?.userId === userId && startsAt < previous.endsAt
    })
    expect(rows.length).toBeGreaterThan(100)
    expect(twice).toEqual([])
  })

  it('has people who registered before the first start, and who paid before it and before the run', async () => {
    const { db } = application.services
    const [newest] = await db.select({ createdAt: max(users.createdAt) }).from(users)
    expect(newest?.createdAt).toBeLessThan(firstStart)
    const rows = await db
      .select()
      .from(payments)
      .innerJoin(runs, eq(runs.id, payments.runId))
      .innerJoin(classes, eq(classes.id, payments.classId))
      .innerJoin(users, eq(users.id, payments.userId))
    for (const { payments: payment, runs: run, classes: bought, users: student } of rows) {
      const from = Math.max(student.createdAt, bought.createdAt + REVIEW_MS)
      const until = Math.min(firstStart, run.closesAt ?? 0)
      expect(payment.createdAt, bought.name).toBeGreaterThanOrEqual(from)
      expect(payment.createdAt, bought.name).toBeLessThan(until)
    }
  })
})

describe('the dates of the demo', () => {
  let application: TestApplication
  beforeAll(async () => {
    application = await openDemoAt(Date.now())
  })
  afterAll(() => application.close())

  it('include a next session of the demo’s student, past ones that they attended, and an online run', async () => {
    const student = await asPerson(application, DEMO_STUDENT)
    const enrolled = await student.call(api.listEnrolledClasses, { query: { email: DEMO_STUDENT } })
    const sessions = enrolled.flatMap(({ run }) => run.sessions)
    const isSoon = ({ starts_at }: { starts_at: number }) =>
      starts_at > Date.now() && starts_at < Date.now() + 2 * DAY_MS
    expect(sessions.some(isSoon)).toBe(true)
    expect(enrolled.filter(({ run }) => run.online).map(({ run }) => run.link)).toEqual([expect.any(String)])
    const isOwn = eq(users.email, DEMO_STUDENT)
    const attended = await application.services.db
      .select({ sessionId: attendance.sessionId })
      .from(attendance)
      .innerJoin(enrolments, eq(enrolments.id, attendance.enrolmentId))
      .innerJoin(users, and(isOwn, eq(users.id, enrolments.userId)))
    expect(attended.length).toBeGreaterThan(0)
  })

  it('remind the demo’s student of the session of tomorrow', async () => {
    const isNext = ({ runs: { startsAt }, classes: { name } }: Awaited<ReturnType<typeof readRuns>>[number]) =>
      name === 'Dew Before Breakfast' && (startsAt ?? 0) > Date.now()
    const next = (await readRuns(application)).find(isNext)
    // The evening before: by day, a session of the same day would be due as well.
    await remind(application.services, (next?.runs.startsAt ?? 0) - DAY_MS / 2)
    const sent = await application.readEmails()
    const own = sent.filter(({ to }) => to?.some(({ address }) => address === DEMO_STUDENT))
    expect(own.map(({ subject }) => subject)).toEqual([expect.stringContaining('Dew Before Breakfast')])
  })

  it('let the demo’s instructor tick off the students of a run under way', async () => {
    const instructor = await asPerson(application, DEMO_INSTRUCTOR)
    const taught = await instructor.call(api.listOwnRuns)
    const [begun] = taught.flatMap(({ runs: own }) =>
      own.filter(({ starts_at, ends_at }) => (starts_at ?? 0) < Date.now() && (ends_at ?? 0) > Date.now() - DAY_MS),
    )
    const id = begun?.sessions.at(-1)?._id ?? ''
    const students = await instructor.call(api.listAttendance, { params: { id } })
    expect(students.map(({ attended }) => attended)).toEqual([false, false, false, false, false])
    const params = { id, enrolmentId: students[0]?._id ?? '' }
    expect(await instructor.call(api.recordAttendance, { params, body: { attended: true } })).toEqual({
      modifiedCount: 1,
    })
  })

  it('remind an instructor at the decision date of a run below its minimum', async () => {
    const earlier = await openDemoAt(Date.now() - 8 * DAY_MS)
    try {
      const subjects = (await earlier.readEmails()).map(({ subject }) => subject)
      expect(subjects).toContain('Decide whether a date takes place: Night Harbour')
    } finally {
      await earlier.close()
    }
  })
})
