/** Writes the times of sessions, for screens and e-mails: in the zone of the run, which is named. No date library, and no zod. */
import { rememberByZone } from './time-zone.ts'

export interface SessionTimes {
  starts_at: number
  ends_at: number
}

interface RunTimes {
  time_zone: string | null
  sessions: readonly SessionTimes[]
}

interface FormatOptions {
  /** The year is written where it is not the year of this time; `always` for texts that are read much later. */
  now?: number | 'always'
  /** False where the zone is named elsewhere. */
  withZone?: boolean
}

/** `Tue, May 4, 18:00–20:00 (Europe/Oslo)`; `Tue, May 4, 2027, 22:00 – Wed, May 5, 2027, 02:00 (Europe/Oslo)` over midnight. */
export function formatSession(
  { starts_at, ends_at }: SessionTimes,
  timeZone: string | null,
  options: FormatOptions = {},
): string {
  const zone = findZone(timeZone)
  return formatSpan({ starts_at, ends_at }, zone, options) + nameZone(zone, options)
}

/** `Tue, May 4, 18:00 (Europe/Oslo)` */
export function formatStart(startsAt: number, timeZone: string | null, options: FormatOptions = {}): string {
  const zone = findZone(timeZone)
  return `${formatDay(startsAt, zone, options)}, ${formatClock(startsAt, zone)}${nameZone(zone, options)}`
}

/** `18:00–20:00` */
export function formatClocks({ starts_at, ends_at }: SessionTimes, timeZone: string | null): string {
  const zone = findZone(timeZone)
  return `${formatClock(starts_at, zone)}–${formatClock(ends_at, zone)}`
}

/** Returns a zone as the times name it: `America/New York`, and `UTC` for an unknown one. */
export function describeZone(timeZone: string | null): string {
  return toZoneLabel(findZone(timeZone))
}

/** The same session in the reader's own zone; null where their clock shows the same times. */
export function formatInOwnZone(
  times: SessionTimes,
  timeZone: string | null,
  ownZone: string | null,
  options: FormatOptions = {},
): string | null {
  if (ownZone === null) return null
  const own = findZone(ownZone)
  const same = formatSpan(times, own, { now: 'always' }) === formatSpan(times, findZone(timeZone), { now: 'always' })
  return same ? null : formatSession(times, own, options)
}

/** Returns whether a time is over or on the present day of a zone. */
export function hasDayBegun(time: number, timeZone: string | null, now = Date.now()): boolean {
  const zone = findZone(timeZone)
  return time <= now || formatDay(time, zone, { now: 'always' }) === formatDay(now, zone, { now: 'always' })
}

/** Returns the first session that has not ended. */
export function findNextSession<Session extends SessionTimes>(
  sessions: readonly Session[],
  now = Date.now(),
): Session | null {
  const coming = sessions.filter(({ ends_at }) => ends_at > now).sort((a, b) => a.starts_at - b.starts_at)
  return coming[0] ?? null
}

/**
 * Returns when a run takes place: the session that comes next, or the last one, and how many follow. Null for a run without sessions.
 */
export function describeRun(
  { time_zone, sessions }: RunTimes,
  { now = Date.now(), withYear = false }: { now?: number; withYear?: boolean } = {},
): string | null {
  const shown = findNextSession(sessions, now) ?? sessions.at(-1)
  if (!shown) return null
  const text = formatSession(shown, time_zone, { now: withYear ? 'always' : now })
  const following = sessions.filter(({ starts_at }) => starts_at > shown.starts_at).length
  if (following === 0) return text
  return `${text}, then ${following} more ${following === 1 ? 'session' : 'sessions'}`
}

function nameZone(zone: string, { withZone = true }: FormatOptions): string {
  return withZone ? ` (${toZoneLabel(zone)})` : ''
}

function formatSpan({ starts_at, ends_at }: SessionTimes, zone: string, options: FormatOptions): string {
  const [startDay, endDay] = [formatDay(starts_at, zone, options), formatDay(ends_at, zone, options)]
  const [start, end] = [formatClock(starts_at, zone), formatClock(ends_at, zone)]
  return startDay === endDay ? `${startDay}, ${start}–${end}` : `${startDay}, ${start} – ${endDay}, ${end}`
}

function formatDay(time: number, timeZone: string, { now = Date.now() }: FormatOptions): string {
  const { weekday, month, day, year } = readParts(time, timeZone)
  const isThisYear = now !== 'always' && readParts(now, timeZone).year === year
  return `${weekday}, ${month} ${day}${isThisYear ? '' : `, ${year}`}`
}

function formatClock(time: number, timeZone: string): string {
  const { hour, minute } = readParts(time, timeZone)
  return `${hour}:${minute}`
}

/** Reads the parts, because the order and the separators of a whole date differ between versions of ICU. */
function readParts(time: number, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(
    readFormat(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
}

const PARTS = {
  ...({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
}

/** Building a format takes longer than using it. */
const readFormat = rememberByZone((timeZone) => new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone }))

/** Returns a zone that this platform knows: an older browser may not know a new one. */
function findZone(timeZone: string | null): string {
  if (timeZone === null) return 'UTC'
  try {
    readParts(0, timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

function toZoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
