/** The clock times of stored runs and sessions. */
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { readClock, toClockTime } from '#server/platform/zoned-time.ts'
import ownZones from '#server/platform/zones/zones.json' with { type: 'json' }
import { isNotCanceled, type RunRow, runSessions, runs } from './runs.table.ts'

/** The version of the rules of time zones that the server has: `2026f` */
export const ZONE_RULES: string = process.versions.tz ?? ''

/** The day of the last `npm run update-zones`; null where the server uses the rules inside Node. */
export const UPDATED_ON: string | null = ZONE_RULES === ownZones.version ? ownZones.updated_on : null

export type SessionRow = typeof runSessions.$inferSelect

/** Returns the clock times of a session of a run, as the contract names them. */
export function readSessionClocks(session: SessionRow, { timeZone }: Pick<RunRow, 'timeZone'>) {
  return {
    starts: readClock(session.starts, session.startsAt, timeZone),
    ends: readClock(session.ends, session.endsAt, timeZone),
    rain_starts: readClock(session.rainStarts, session.rainStartsAt, timeZone),
    rain_ends: readClock(session.rainEnds, session.rainEndsAt, timeZone),
  }
}

/** Returns the clock times of a new session, as the columns are named. */
export function toClockColumns(
  {
    startsAt,
    endsAt,
    rainStartsAt,
    rainEndsAt,
  }: Pick<SessionRow, 'startsAt' | 'endsAt' | 'rainStartsAt' | 'rainEndsAt'>,
  timeZone: string | null,
) {
  const toClock = (at: number | null) => (at === null ? null : toClockTime(at, timeZone))
  return {
    ...{ starts: toClock(startsAt), ends: toClock(endsAt), zoneRules: ZONE_RULES },
    ...{ rainStarts: toClock(rainStartsAt), rainEnds: toClock(rainEndsAt) },
  }
}

/** Returns when a run starts, as the contract names it. All are null for an open run. */
export function readStart({ starts, startsAt, timeZone }: Pick<RunRow, 'starts' | 'startsAt' | 'timeZone'>) {
  return { starts_at: startsAt, starts: readClock(starts, startsAt, timeZone), time_zone: timeZone }
}

const MAX_CLOCKS = 200

/** Returns what clocks show at the starts of the next sessions. */
export async function listNextClocks(db: Database, now = Date.now()) {
  const rows = await db
    .select({ time_zone: runs.timeZone, at: runSessions.startsAt })
    .from(runSessions)
    .innerJoin(runs, eq(runs.id, runSessions.runId))
    .where(and(gt(runSessions.startsAt, now), isNotCanceled, isNotNull(runs.timeZone)))
    .orderBy(asc(runSessions.startsAt))
    .limit(MAX_CLOCKS)
  return rows.map(({ time_zone, at }) => ({ time_zone: time_zone ?? 'UTC', at, clock: toClockTime(at, time_zone) }))
}
