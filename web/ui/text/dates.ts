/** Dates in UTC, so that screen, print and e-mail show the same day. */

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const CLOCK = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const MOMENT = new Intl.DateTimeFormat('en', {
  ...CLOCK,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const LOCAL_CLOCK = new Intl.DateTimeFormat('en', CLOCK)

/** `November 21, 2026`, for lists that name the time zone once. */
export function formatDay(time: number): string {
  return DAY.format(time)
}

/** `November 21, 2026 (UTC)` */
export function formatDate(time: number): string {
  return `${formatDay(time)} (UTC)`
}

/** `December 5, 2026 at 3:04 PM UTC` */
export function formatMoment(time: number): string {
  return MOMENT.format(time)
}

/** `3:04 PM GMT+1`, by the user's clock: for minutes from now. */
export function formatLocalClock(time: number): string {
  return LOCAL_CLOCK.format(time)
}
