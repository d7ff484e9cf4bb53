/** Finds sessions that are booked twice: the same instructor, or the same place, at an overlapping time. */
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Overlap, OverlapQuery } from '#contract/run-editing.ts'
import { foldLetters } from '#contract/values/fold.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { fold } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { classes } from '../classes.table.ts'
import * as Classes from '../classes.ts'
import { readSessionClocks } from './clock-times.ts'
import { isNotCanceled, type RunRow, runSessions, runs } from './runs.table.ts'

/** Overlaps that are reported at once. */
const MAX_OVERLAPS = 10

/** Times and place of a planned run. */
interface Draft extends Pick<OverlapQuery, 'run_id' | 'place'> {
  sessions: readonly { starts_at: number; ends_at: number }[]
}

/** An arbitrary number that every instance uses. */
const SCHEDULE_LOCK = 20190102

/** Waits until no other transaction changes the time or place of a run. A caller that changes a class has locked it before. */
export async function lockSchedules(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SCHEDULE_LOCK})`)
}

/**
 * Returns sessions of other runs that overlap with those of a draft, in order of their start. Runs that are canceled and classes
 * that are withdrawn or deleted do not count, nor do rain dates. Names and addresses of places compare without regard to case.
 */
export async function findOverlaps(db: Database, instructorId: string, draft: Draft): Promise<Overlap[]> {
  const { sessions, place, run_id: runId } = draft
  if (sessions.length === 0) return []
  const isOther = runId !== undefined && isId(runId) ? ne(runs.id, runId) : undefined
  const rows = await db
    .select({ session: runSessions, run: runs, class: classes, instructor: users })
    .from(runSessions)
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(
      and(
        overlapsWith(sessions),
        or(eq(classes.instructorId, instructorId), place ? isIn(place) : undefined),
        and(isOther, isNotCanceled, Classes.matchesOwner(undefined), isNull(classes.withdrawnAt)),
      ),
    )
    .orderBy(runSessions.startsAt, runSessions.id)
    .limit(MAX_OVERLAPS)
  return rows.map((row) => toOverlap(row, instructorId))
}

interface Row {
  session: typeof runSessions.$inferSelect
  run: RunRow
  class: Classes.ClassRow
  instructor: typeof users.$inferSelect
}

function toOverlap({ session, run, class: row, instructor }: Row, instructorId: string): Overlap {
  const { placeName: name, placeAddress } = run
  const { starts, ends } = readSessionClocks(session, run)
  return {
    className: row.name,
    instructorName: instructor.name,
    starts_at: session.startsAt,
    ends_at: session.endsAt,
    starts,
    ends,
    time_zone: run.timeZone ?? 'UTC',
    place: name === null ? null : { name, address: placeAddress ?? '', latitude: null, longitude: null },
    same: row.instructorId === instructorId ? 'instructor' : 'place',
  }
}

/** Matches sessions that overlap with one of these. The first two conditions bound the search in the index of starts. */
function overlapsWith(sessions: Draft['sessions']) {
  const longest = 31 * 24 * 60 * 60_000
  const times = sessions.map(({ starts_at, ends_at }) => ({ starts_at, ends_at }))
  return and(
    gt(runSessions.startsAt, Math.min(...times.map(({ starts_at }) => starts_at)) - longest),
    lt(runSessions.startsAt, Math.max(...times.map(({ ends_at }) => ends_at))),
    sql`exists (
      select from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as draft(starts_at bigint, ends_at bigint)
      where ${runSessions.startsAt} < draft.ends_at and ${runSessions.endsAt} > draft.starts_at
    )`,
  )
}

function isIn({ name, address }: NonNullable<OverlapQuery['place']>) {
  const isNamed = eq(fold(runs.placeName), foldLetters(name))
  return and(isNamed, eq(fold(sql`coalesce(${runs.placeAddress}, '')`), foldLetters(address)))
}

/** Returns the message of a refusal, which names the other session. */
export function describeOverlap({ same, place, className, instructorName, time_zone, ...times }: Overlap): string {
  const booked = same === 'instructor' ? `${instructorName} already teaches` : `${place?.name} is already booked for`
  return `${booked} “${className}” on ${formatSession(times, time_zone, { now: 'always' })}.`
}
