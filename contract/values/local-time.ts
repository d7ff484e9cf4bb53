/**
 * Local times of IANA time zones. Browsers convert them with Intl alone, without a polyfill. Instants are milliseconds since 1970
 * UTC; local times are texts such as `2027-05-04T18:00`, the format of a datetime-local input.
 */
import { rememberByZone } from './time-zone.ts'

/** The instants of a local time: one; none, where clocks go forward over it; two, where clocks go back over it. */
export type Instants = { kind: 'once'; at: number } | { kind: 'skipped' } | { kind: 'repeated'; at: [number, number] }

/** A local time, and whether it is the second of two that read alike. */
export interface LocalTime {
  text: string
  isSecond: boolean
}

const DAY_MS = 24 * 60 * 60_000

/** Returns the instants of a local time, or null for a text that is none. @throws RangeError for an unknown zone */
export function findInstants(text: string, timeZone: string): Instants | null {
  const wall = parseWall(text)
  if (wall === null) return null
  // A zone changes its offset at most once in two days, so that the offsets of the days before and after are all there are.
  const candidates = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - (toWall(near, timeZone) - near))
  const [first, second] = [...new Set(candidates)].filter((at) => toWall(at, timeZone) === wall).sort((a, b) => a - b)
  if (first === undefined) return { kind: 'skipped' }
  return second === undefined ? { kind: 'once', at: first } : { kind: 'repeated', at: [first, second] }
}

/** Returns the instant of a local time; null for a text that is none, and for a time that clocks skip. */
export function toInstant({ text, isSecond }: LocalTime, timeZone: string): number | null {
  const instants = findInstants(text, timeZone)
  if (instants === null || instants.kind === 'skipped') return null
  return instants.kind === 'once' ? instants.at : instants.at[isSecond ? 1 : 0]
}

/** Returns the local time of an instant, without its seconds. */
export function toLocalTime(at: number, timeZone: string): LocalTime {
  const text = new Date(toWall(at, timeZone)).toISOString().slice(0, 16)
  const instants = findInstants(text, timeZone)
  return { text, isSecond: instants?.kind === 'repeated' && at >= instants.at[1] }
}

/** Returns a date such as `2027-05-04` some days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the number of days from one date to another. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS
}

/** Returns the instant at which UTC reads as a local time. */
function parseWall(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const wall = Date.parse(`${text}Z`)
  // Some engines read February 30 as March 2.
  return Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(text) ? null : wall
}

const readFormat = rememberByZone((timeZone) => {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', { ...numeric, timeZone, calendar: 'gregory', hourCycle: 'h23' })
})

/** Returns the instant at which UTC reads as a zone does at `at`, without seconds. */
function toWall(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    readFormat(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day, hour, minute } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}
