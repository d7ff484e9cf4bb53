/** The input of a run as the columns of its tables. */
import { checkRun, getDecisionTime, getSpan } from '#contract/run-rules.ts'
import type { NewRun } from '#contract/runs.ts'
import type * as Runs from '#server/domains/runs/runs.ts'
import type { SessionFields } from '#server/domains/runs/sessions.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import { parsePrice } from './checkout-rules.ts'

/** @throws AppError INVALID_INPUT */
export function requireValid(input: NewRun): void {
  const [problem] = checkRun(input)
  if (problem) throw new AppError('INVALID_INPUT', `${problem.path.join('.')}: ${problem.message}`)
}

/** @throws AppError INVALID_INPUT for a price that cannot be charged */
export function toFields(ctx: Context, input: NewRun): Runs.RunFields {
  const { starts_at: startsAt, ends_at: endsAt } = getSpan(input.sessions)
  return {
    seats: input.seats,
    listPriceMinor: input.price === null ? null : parsePrice(ctx, input.price),
    timeZone: startsAt === null ? null : input.time_zone,
    placeName: input.place?.name ?? null,
    placeAddress: input.place?.address ?? null,
    latitude: input.place?.latitude ?? null,
    longitude: input.place?.longitude ?? null,
    isOnline: input.online,
    link: input.link,
    startsAt,
    endsAt,
    lastMoment: input.last_moment,
    minimum: input.minimum,
    decideAt: getDecisionTime(input),
  }
}

export function toSessions(sessions: NewRun['sessions']): SessionFields[] {
  return sessions.map(({ _id, starts_at, ends_at, rain_starts_at, rain_ends_at }) => ({
    ...(_id === undefined ? {} : { id: _id }),
    startsAt: starts_at,
    endsAt: ends_at,
    rainStartsAt: rain_starts_at,
    rainEndsAt: rain_ends_at,
  }))
}
