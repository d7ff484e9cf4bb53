/** The input of a run as the columns of its tables. */
import { getDecisionTime, getSpan } from '#contract/run-rules.ts'
import { ZONE_RULES } from '../runs/clock-times.ts'
import type * as Runs from '../runs/runs.ts'
import type { SessionFields } from '../runs/sessions.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { parsePrice } from './checkout-rules.ts'
import type { PlannedRun, PlannedSession } from './planned-run.ts'

/** @throws AppError INVALID_INPUT for a price that cannot be charged */
export function toFields(ctx: Context, input: PlannedRun): Runs.RunFields {
  const { starts_at: startsAt, ends_at: endsAt } = getSpan(input.sessions)
  const decideAt = getDecisionTime(input)
  const toClock = (at: number | null) => (at === null ? null : toClockTime(at, input.time_zone))
  return {
    seats: input.seats,
    listPriceMinor: input.price === null ? null : parsePrice(ctx, input.price),
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
    lastMomentClock: input.last_moment_clock,
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
