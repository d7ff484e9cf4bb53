/** Sessions as the API takes them, for tests and screenshots. */
import type { SessionInput } from '../contract/runs.ts'

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
