/** Reads and writes runs whose instants are found again (derive.ts). */
import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type SessionRow, ZONE_RULES } from './clock-times.ts'
import type { DerivedRun } from './derive.ts'
import { type RunRow, runSessions, runs } from './runs.table.ts'
import { updateRun } from './seats.ts'

/** A run with its sessions. */
export interface DatedRun {
  run: RunRow
  sessions: SessionRow[]
}

/** Returns runs with times whose instants were not found by present rules, by id. */
export async function listOutdated(db: Database, limit: number): Promise<DatedRun[]> {
  const isOld = or(isNull(runs.zoneRules), lt(runs.zoneRules, ZONE_RULES))
  const hasOldSession = db
    .select({ id: runSessions.id })
    .from(runSessions)
    .where(and(eq(runSessions.runId, runs.id), isNull(runSessions.zoneRules)))
  const rows = await db
    .select()
    .from(runs)
    .where(or(and(isOld, or(isNotNull(runs.startsAt), isNotNull(runs.lastMoment))), exists(hasOldSession)))
    .orderBy(asc(runs.id))
    .limit(limit)
  return withSessions(db, rows)
}

/** Returns a run with its sessions. */
export async function readDated(db: Database, id: string): Promise<DatedRun | null> {
  const [dated] = await withSessions(db, await db.select().from(runs).where(eq(runs.id, id)))
  return dated ?? null
}

async function withSessions(db: Database, rows: RunRow[]): Promise<DatedRun[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const sessions = await db
    .select()
    .from(runSessions)
    .where(inArray(runSessions.runId, ids))
    .orderBy(asc(runSessions.startsAt), asc(runSessions.id))
  const byRun = Map.groupBy(sessions, ({ runId }) => runId)
  return rows.map((run) => ({ run, sessions: byRun.get(run.id) ?? [] }))
}

/** Writes the clock times of runs of which no instant moves. A run that another transaction has changed since is left to the next call. */
export async function saveClocks(tx: Transaction, all: readonly DerivedRun[]): Promise<void> {
  if (all.length === 0) return
  const times = all.flatMap(({ sessions }) =>
    sessions.map(({ after: { id, startsAt, starts, ends, rainStarts, rainEnds } }) => {
      return { id, starts_at: startsAt, starts, ends, rain_starts: rainStarts, rain_ends: rainEnds }
    }),
  )
  const rows = all.map(({ after: { id, version, starts, ends, lastMomentClock, decideClock } }) => {
    return { id, version, starts, ends, last_moment_clock: lastMomentClock, decide_clock: decideClock }
  })
  await tx.execute(sql`update run_sessions set starts = v.starts, ends = v.ends, rain_starts = v.rain_starts, rain_ends = v.rain_ends,
      zone_rules = ${ZONE_RULES}::text
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb)
      as v(id uuid, starts_at bigint, starts text, ends text, rain_starts text, rain_ends text)
    where run_sessions.id = v.id and run_sessions.starts_at = v.starts_at`)
  await tx.execute(sql`update runs set starts = v.starts, ends = v.ends, last_moment_clock = v.last_moment_clock,
      decide_clock = v.decide_clock, zone_rules = ${ZONE_RULES}::text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v(id uuid, version int, starts text, ends text, last_moment_clock text, decide_clock text)
    where runs.id = v.id and runs.version = v.version`)
}

/** Moves a run of a locked class to its present instants. Calendars learn it by the sequence. */
export async function saveMoved(tx: Transaction, { run, after, sessions }: DerivedRun): Promise<void> {
  for (const { after: session } of sessions) {
    const { id, runId: _, ...values } = session
    await tx.update(runSessions).set(values).where(eq(runSessions.id, id))
  }
  const { startsAt, starts, endsAt, ends, lastMoment, lastMomentClock, decideAt, decideClock, zoneRules } = after
  const times = { startsAt, starts, endsAt, ends, lastMoment, lastMomentClock, decideAt, decideClock, zoneRules }
  await updateRun(tx, run.id, { ...times, sequence: run.sequence + 1 })
}
