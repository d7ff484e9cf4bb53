/** Sessions as the API takes them, for tests and screenshots. */
import type { SessionInput } from '../contract/runs.ts'
import { toClockTime } from '../server/platform/zoned-time.ts'

const HOUR_MS = 3_600_000

/** Returns sessions of two hours, without rain dates. @param starts milliseconds UTC */
export function makeSessions(...starts: number[]): SessionInput[] {
  return starts.map((starts_at) => ({
    starts_at,
    ends_at: starts_at + 2 * HOUR_MS,
    rain_starts_at: null,
    rain_ends_at: null,
  }))
}

/** A place with a position. */
export const HALL = { name: 'Harbour Hall', address: 'Quay 4, Lightwick', latitude: 59.9, longitude: 10.7 }

interface Instants {
  starts_at: number
  ends_at: number
  rain_starts_at?: number | null
  rain_ends_at?: number | null
}

/** Returns a session as the API returns it: with the clock times of its zone. */
export function withClocks<Session extends Instants>(session: Session, timeZone: string | null = 'Europe/Oslo') {
  const { starts_at, ends_at, rain_starts_at = null, rain_ends_at = null } = session
  const toClock = (at: number | null) => (at === null ? null : toClockTime(at, timeZone))
  return {
    ...{ ...session, rain_starts_at, rain_ends_at },
    ...{ starts: toClockTime(starts_at, timeZone), ends: toClockTime(ends_at, timeZone) },
    ...{ rain_starts: toClock(rain_starts_at), rain_ends: toClock(rain_ends_at) },
  }
}
