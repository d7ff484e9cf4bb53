/**
 * Writes the times of sessions, for screens and e-mails: the clock times of the run's zone, which is named. The clock has 24 hours. No
 * time is converted here, and there is no date library and no zod.
 */

import { readAsUtc } from './clock-time.ts'
import { formatCount } from './count.ts'

/** Clock times such as `2027-05-04T18:00`. */
export interface ClockTimes {
  starts: string
  ends: string
}

/** A session: its clock times, and the instants that the server has found for them. */
export interface SessionTimes extends ClockTimes {
  starts_at: number
  ends_at: number
}

interface Dated<Session = unknown> {
  time_zone: string | null
  sessions: readonly Session[]
}

interface FormatOptions {
  /** The year is written where it is not the year of this time (UTC); `always` for texts that are read much later. */
  now?: number | 'always'
  /** False where the zone is named elsewhere. */
  withZone?: boolean
}

/** `Tue, May 4, 18:00–20:00 (Europe/Oslo)`; `Tue, May 4, 2027, 22:00 – Wed, May 5, 2027, 02:00 (Europe/Oslo)` over midnight. */
export function formatSession(
  { starts, ends }: ClockTimes,
  timeZone: string | null,
  options: FormatOptions = {},
): string {
  const [startDay, endDay] = [formatDay(starts, options), formatDay(ends, options)]
  const [start, end] = [toClock(starts), toClock(ends)]
  const span = startDay === endDay ? `${startDay}, ${start}–${end}` : `${startDay}, ${start} – ${endDay}, ${end}`
  return span + nameZone(timeZone, options)
}

/** `Tue, May 4, 18:00 (Europe/Oslo)` */
export function formatClockTime(clock: string, timeZone: string | null, options: FormatOptions = {}): string {
  return `${formatDay(clock, options)}, ${toClock(clock)}${nameZone(timeZone, options)}`
}

/** `2027-05-04` → `Tue, May 4, 2027` */
export function describeDay(day: string): string {
  return formatDay(`${day}T00:00`, { now: 'always' })
}

/** `18:00–20:00` */
export function formatClocks({ starts, ends }: ClockTimes): string {
  return `${toClock(starts)}–${toClock(ends)}`
}

/** Returns a zone as the times name it: `America/New York`, and `UTC` for an open run. */
export function describeZone(timeZone: string | null): string {
  return (timeZone ?? 'UTC').replaceAll('_', ' ')
}

/** Returns the zone of all runs that have sessions; null where there are several, or no sessions. */
export function findSharedZone(runs: readonly Dated[]): string | null {
  const zones = new Set(runs.flatMap(({ time_zone, sessions }) => (sessions.length > 0 ? [time_zone] : [])))
  return zones.size === 1 ? ([...zones][0] ?? null) : null
}

/** Returns whether a session is over or on the present day, by the clock of its place. */
export function hasDayBegun(
  { starts_at, starts }: Pick<SessionTimes, 'starts_at' | 'starts'>,
  now = Date.now(),
): boolean {
  const sinceMidnight = (readAsUtc(starts) ?? 0) - (readAsUtc(`${starts.slice(0, 10)}T00:00`) ?? 0)
  return starts_at - sinceMidnight <= now
}

/** Returns the first session that has not ended. */
export function findNextSession<Session extends Pick<SessionTimes, 'starts_at' | 'ends_at'>>(
  sessions: readonly Session[],
  now = Date.now(),
): Session | null {
  const coming = sessions.filter(({ ends_at }) => ends_at > now).sort((a, b) => a.starts_at - b.starts_at)
  return coming[0] ?? null
}

interface DescribeOptions extends Pick<FormatOptions, 'withZone'> {
  now?: number
  withYear?: boolean
}

/**
 * Returns when a run takes place: the session that comes next, or the last one, and how many follow. Null for a run without sessions.
 */
export function describeRun(
  { time_zone, sessions }: Dated<SessionTimes>,
  { now = Date.now(), withYear = false, withZone = true }: DescribeOptions = {},
): string | null {
  const shown = findNextSession(sessions, now) ?? sessions.at(-1)
  if (!shown) return null
  const text = formatSession(shown, time_zone, { now: withYear ? 'always' : now, withZone })
  const following = sessions.filter(({ starts_at }) => starts_at > shown.starts_at).length
  if (following === 0) return text
  return `${text}, then ${formatCount(following, 'more session')}`
}

function nameZone(timeZone: string | null, { withZone = true }: FormatOptions): string {
  return withZone ? ` (${describeZone(timeZone)})` : ''
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function formatDay(clock: string, { now = Date.now() }: FormatOptions): string {
  const date = new Date(readAsUtc(clock) ?? Number.NaN)
  const isThisYear = now !== 'always' && new Date(now).getUTCFullYear() === date.getUTCFullYear()
  const day = `${WEEKDAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`
  return isThisYear ? day : `${day}, ${date.getUTCFullYear()}`
}

/** `18:00` */
function toClock(clock: string): string {
  return clock.slice(11)
}
