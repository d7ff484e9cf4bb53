/** Dates in UTC, so that screen, print and e-mail show the same day. */
import { dateFormat } from './date-format.ts'

const CLOCK = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** `November 21, 2026`, for lists that name the time zone once. */
export const formatDay = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })

/** `November 21, 2026 (UTC)` */
export function formatDate(time: number): string {
  return `${formatDay(time)} (UTC)`
}

/** `December 5, 2026 at 3:04 PM UTC` */
export const formatMoment = dateFormat({ ...CLOCK, year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `3:04 PM GMT+1`, by the user's clock: for minutes from now. */
export const formatLocalClock = dateFormat(CLOCK)
