/** Reads the sessions that calendars show. */
import { and, asc, eq, exists, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { EnrolmentEndReason } from '#contract/enrolments.ts'
import { toSlug } from '#contract/slug.ts'
import { classes, isNotDeleted, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { isEnrollable, type RunRow, runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'

/** A session with what a calendar shows of its run and its class. */
export type EventRow = ReturnType<typeof toEvent>

/** A feed has sessions of the last year and of all later times, and at most this many. */
const MAX_EVENTS = 5_000
const PAST_MS = 366 * 24 * 60 * 60_000

/** Returns the sessions of a class's runs that students can enroll in. */
export function listOpen(db: Database, classId: string): Promise<EventRow[]> {
  return select(db, and(eq(classes.id, classId), isOnOffer, isEnrollable()))
}

/** Returns the sessions of a run; of one without a start there are none to read. */
export async function listByRun(db: Database, run: RunRow): Promise<EventRow[]> {
  if (run.startsAt === null) return []
  const rows = await db
    .select({ session: runSessions, class: COLUMNS })
    .from(runSessions)
    .innerJoin(classes, eq(classes.id, run.classId))
    .where(eq(runSessions.runId, run.id))
    .orderBy(...IN_ORDER)
  return rows.map((row) => toEvent({ ...row, run }))
}

/** Of these ends the students are not the cause, so that their calendars say them. */
const SCHOOL_ENDS = ['run_canceled', 'withdrawn', 'refunded', 'at_provider', 'ended'] as const

/** Returns the sessions of a user: as a student, those of canceled runs and of places that the school ended included, and as an instructor. */
export async function listByUser(db: Database, userId: string): Promise<EventRow[]> {
  const isShown = or(isActive, inArray(enrolments.endReason, SCHOOL_ENDS))
  const enrolled = db
    .select({ id: enrolments.runId })
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), isShown))
  const isInstructor = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.role, 'instructor'))),
  )
  const isTaught = and(eq(classes.instructorId, userId), isInstructor, isNotDeleted)
  const isOwn = or(inArray(runs.id, enrolled), isTaught)
  const events = await select(db, and(isOwn, gt(runSessions.endsAt, Date.now() - PAST_MS)))
  const endReasons = await readEndReasons(db, userId)
  return events.map((event) => ({ ...event, whyEnded: endReasons.get(event.run.id) ?? null }))
}

/** Returns why the school ended a user's places, by run; without runs that they have a place in again, or teach. */
async function readEndReasons(db: Database, userId: string): Promise<Map<string, EnrolmentEndReason>> {
  const rows = await db
    .select({ runId: enrolments.runId, why: enrolments.endReason })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .where(and(eq(enrolments.userId, userId), ne(classes.instructorId, userId)))
    // A present place comes last.
    .orderBy(sql`${enrolments.endedAt} nulls last`)
  const last = new Map(rows.map(({ runId, why }) => [runId, why]))
  return new Map([...last].flatMap(([runId, why]) => (why === null ? [] : [[runId, why]])))
}

async function select(db: Database, filter: SQL | undefined) {
  const rows = await db
    .select({ session: runSessions, run: runs, class: COLUMNS })
    .from(runSessions)
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(filter)
    .orderBy(...IN_ORDER)
    .limit(MAX_EVENTS)
  return rows.map(toEvent)
}

const IN_ORDER = [asc(runSessions.startsAt), asc(runSessions.id)]

interface SelectedEvent {
  session: typeof runSessions.$inferSelect
  run: RunRow
  class: { _id: string; name: string; withdrawnAt: number | null }
}

function toEvent({ class: { withdrawnAt, ...taught }, ...row }: SelectedEvent) {
  return {
    ...row,
    class: { ...taught, slug: toSlug(taught.name) },
    isCanceled: row.run.canceledAt !== null || withdrawnAt !== null,
    /** Reason of the end of the reader's place. */
    whyEnded: null as EnrolmentEndReason | null,
  }
}

const COLUMNS = { _id: classes.id, name: classes.name, withdrawnAt: classes.withdrawnAt }
