/** Days in UTC, as milliseconds since 1970. */

export const DAY_MS = 24 * 60 * 60_000

/** Returns the start of the day of a time. */
export function startOfDay(time: number): number {
  return time - (time % DAY_MS)
}
