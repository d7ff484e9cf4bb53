/** The dates on the home of admins: the next sessions of the school, and dates that lack students. */
import { and, asc, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ComingSession, UndecidedRun } from '#contract/figures.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readClock } from '#server/platform/zoned-time.ts'
import { classes } from '../classes.table.ts'
import { isNotCanceled, runSessions, runs } from './runs.table.ts'

/** More than a home page can show. */
const MAX_ROWS = 20

const RUN = {
  classId: classes.id,
  className: classes.name,
  classImage: classes.image,
  focus: classes.focus,
  instructorName: users.name,
  time_zone: runs.timeZone,
  enroll: runs.enroll,
}

/** Returns the sessions that begin in a time, the first one first; at most 20. @param from and `until`: milliseconds since 1970 */
export async function listSessions(
  db: Database,
  { from, until }: { from: number; until: number },
): Promise<ComingSession[]> {
  return readSessions(db, and(gte(runSessions.startsAt, from), lt(runSessions.startsAt, until)), MAX_ROWS)
}

/** Returns the session that is on, or begins next; null without one. @param now milliseconds since 1970 */
export async function findNextSession(db: Database, now = Date.now()): Promise<ComingSession | null> {
  const [next] = await readSessions(db, gt(runSessions.endsAt, now), 1)
  return next ?? null
}

async function readSessions(db: Database, isChosen: SQL | undefined, limit: number): Promise<ComingSession[]> {
  const rows = await db
    .select({
      ...RUN,
      _id: runSessions.id,
      place: runs.placeName,
      online: runs.isOnline,
      starts: runSessions.starts,
      ends: runSessions.ends,
      starts_at: runSessions.startsAt,
      ends_at: runSessions.endsAt,
    })
    .from(runSessions)
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(and(isChosen, isNotCanceled))
    .orderBy(asc(runSessions.startsAt), runSessions.id)
    .limit(limit)
  return rows.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    starts: readClock(row.starts, starts_at, row.time_zone),
    ends: readClock(row.ends, ends_at, row.time_zone),
    starts_at,
  }))
}

/** Returns the dates below their minimum that are not confirmed, the next decision first; at most 20. */
export async function listUndecided(db: Database, now = Date.now()): Promise<UndecidedRun[]> {
  const lacksStudents = and(isNotNull(runs.minimum), lt(runs.enroll, runs.minimum), isNull(runs.confirmedAt))
  const rows = await db
    .select({
      ...RUN,
      _id: runs.id,
      minimum: sql<number>`${runs.minimum}`,
      starts: runs.starts,
      starts_at: sql<number>`${runs.startsAt}`.mapWith(Number),
    })
    .from(runs)
    .innerJoin(classes, eq(classes.id, runs.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(and(gt(runs.startsAt, now), lacksStudents, isNotCanceled, isNull(classes.withdrawnAt)))
    .orderBy(sql`coalesce(${runs.decideAt}, ${runs.startsAt})`, runs.id)
    .limit(MAX_ROWS)
  return rows.map((row) => ({ ...row, starts: readClock(row.starts, row.starts_at, row.time_zone) }))
}
