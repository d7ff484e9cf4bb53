/**
 * Clock times in time zones, from the rules that the server has (`process.versions.tz`): those of `server/platform/zones`, or those inside Node.
 * Every conversion between clock times and instants is here: browsers and databases have other rules.
 */
import { addDays, readAsUtc } from '#contract/values/clock-time.ts'
import { rememberByZone } from '#contract/values/time-zone.ts'

/** The instants of a clock time: one; none, where clocks go forward over it; two, where clocks go back over it. */
export type Instants = { kind: 'once'; at: number } | { kind: 'skipped' } | { kind: 'repeated'; at: [number, number] }

const DAY_MS = 24 * 60 * 60_000

/** Returns what clocks in a zone show at a time, without seconds: `2027-05-04T18:00` @throws RangeError for an unknown zone */
export function toClockTime(at: number, timeZone: string | null): string {
  return new Date(at + readOffset(at, timeZone ?? 'UTC')).toISOString().slice(0, 16)
}

/** Returns a stored clock time. Rows of earlier versions of the code have none until they are derived at a start. */
export function readClock(clock: string | null, at: number, timeZone: string | null): string
export function readClock(clock: string | null, at: number | null, timeZone: string | null): string | null
export function readClock(clock: string | null, at: number | null, timeZone: string | null): string | null {
  return clock ?? (at === null ? null : toClockTime(at, timeZone))
}

/** Returns the instants of a clock time, or null for a text that is none. @throws RangeError for an unknown zone */
export function findInstants(clock: string, timeZone: string): Instants | null {
  const wall = readAsUtc(clock)
  if (wall === null) return null
  // A zone changes its offset at most once in two days, so that the offsets of the days before and after are all there are.
  const candidates = listOffsets(wall, timeZone).map((offset) => wall - offset)
  const [first, second] = [...new Set(candidates)]
    .filter((at) => at + readOffset(at, timeZone) === wall)
    .sort((a, b) => a - b)
  if (first === undefined) return { kind: 'skipped' }
  return second === undefined ? { kind: 'once', at: first } : { kind: 'repeated', at: [first, second] }
}

/** Returns the first instant of a clock time; null for a text that is none, and for a time that clocks skip. */
export function toInstant(clock: string, timeZone: string): number | null {
  const instants = findInstants(clock, timeZone)
  if (instants === null || instants.kind === 'skipped') return null
  return instants.kind === 'once' ? instants.at : instants.at[0]
}

/** Returns the first instant of a stored clock time. One that clocks skip is as long after the change as it would have been without it. */
export function toNearestInstant(clock: string, timeZone: string): number {
  const wall = readAsUtc(clock) ?? 0
  return toInstant(clock, timeZone) ?? wall - (listOffsets(wall, timeZone)[0] ?? 0)
}

const HOUR_MS = DAY_MS / 24

/**
 * Returns the time some hours before another. A multiple of 24 counts days of the calendar, to the same clock time in the zone, whatever
 * the clocks do in between; any other number counts hours that pass.
 */
export function subtractHours(at: number, hours: number, timeZone: string | null): number {
  const zone = timeZone ?? 'UTC'
  if (hours === 0 || hours % 24 !== 0) return at - hours * HOUR_MS
  const clock = toClockTime(at, zone)
  // Clock times are to the minute.
  const rest = at - Math.floor(at / 60_000) * 60_000
  return toNearestInstant(addDays(clock.slice(0, 10), -hours / 24) + clock.slice(10), zone) + rest
}

/** Returns the offsets of a day before and a day after. */
function listOffsets(wall: number, timeZone: string): number[] {
  return [wall - DAY_MS, wall + DAY_MS].map((near) => readOffset(near, timeZone))
}

/** Building a format takes longer than using it. */
const readFormat = rememberByZone(
  (timeZone) => new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZoneName: 'longOffset', timeZone }),
)

/**
 * Returns by how many milliseconds clocks in a zone are ahead of UTC. It takes a fifth of the time of reading all parts of a date.
 * @throws RangeError for an unknown zone
 */
export function readOffset(time: number, timeZone: string): number {
  const [, sign, ...parts] = OFFSET.exec(readFormat(timeZone).format(time)) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) * 1000
}

/** `GMT+05:45`, with seconds where there are any. UTC is `GMT`. */
const OFFSET = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/
