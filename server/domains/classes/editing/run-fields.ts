/** A run with all its times as the columns of its tables, and back. */
import { eq } from 'drizzle-orm'
import { getDecisionTime, getSpan } from '#contract/run-rules.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readClock, toClockTime } from '#server/platform/zoned-time.ts'
import { readLastMoment, runAsJson, toPlace } from '../class-runs.ts'
import { listSessions } from '../class-sessions.ts'
import { ZONE_RULES } from '../runs/clock-times.ts'
import { runs } from '../runs/runs.table.ts'
import type * as Runs from '../runs/runs.ts'
import type { SessionFields } from '../runs/sessions.ts'
import type { PlannedRun, PlannedSession } from './planned-run.ts'

export function toFields(input: PlannedRun): Runs.RunFields {
  const { starts_at: startsAt, ends_at: endsAt } = getSpan(input.sessions)
  const decideAt = getDecisionTime(input)
  const toClock = (at: number | null) => (at === null ? null : toClockTime(at, input.time_zone))
  return {
    seats: input.seats,
    listPriceMinor: input.listPriceMinor,
    timeZone: input.time_zone,
    placeName: input.place?.name ?? null,
    placeAddress: input.place?.address ?? null,
    latitude: input.place?.latitude ?? null,
    longitude: input.place?.longitude ?? null,
    isOnline: input.online,
    link: input.link,
    startsAt,
    endsAt,
    starts: toClock(startsAt),
    ends: toClock(endsAt),
    lastMoment: input.last_moment,
    // That of an open run is in UTC, and shown in the school's zone, which may change.
    lastMomentClock: toClock(input.last_moment),
    minimum: input.minimum,
    decideAt,
    decideClock: toClock(decideAt),
    zoneRules: ZONE_RULES,
  }
}

export function toSessions(sessions: readonly PlannedSession[]): SessionFields[] {
  return sessions.map(({ _id, ...times }) => ({
    ...(_id === undefined ? {} : { id: _id }),
    startsAt: times.starts_at,
    endsAt: times.ends_at,
    starts: times.starts,
    ends: times.ends,
    rainStartsAt: times.rain_starts_at,
    rainEndsAt: times.rain_ends_at,
    rainStarts: times.rain_starts,
    rainEnds: times.rain_ends,
    zoneRules: ZONE_RULES,
  }))
}

/** Returns a stored run. @param schoolZone as in `planRun` */
export async function readPlanned(db: Database, id: string, schoolZone: string | null): Promise<PlannedRun> {
  const [row] = await db.select({ run: runAsJson }).from(runs).where(eq(runs.id, id))
  const { run } = must(row)
  return {
    time_zone: run.time_zone,
    place: toPlace(run),
    online: run.is_online,
    link: run.link,
    seats: run.seats,
    listPriceMinor: run.list_price_minor,
    last_moment: run.last_moment,
    last_moment_clock: readLastMoment(run, schoolZone),
    minimum: run.minimum,
    decide_at: run.decide_at,
    decide_clock: readClock(run.decide_clock, run.decide_at, run.time_zone),
    sessions: listSessions(run),
  }
}
