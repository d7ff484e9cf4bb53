/**
 * Writes a time zone for calendar programs: its offset from UTC, and each change of it, by the rules of the server. Packages with ready texts
 * lag behind them: two were wrong for a whole winter. Source: RFC 5545, section 3.6.5
 */
import { LruMap } from 'toad-cache'
import { readOffset } from '#server/platform/zoned-time.ts'

const DAY_MS = 24 * 60 * 60_000
/**
 * Less than the shortest time between two changes from 2000 to 2100 in all zones of Node 24: a week less an hour, in Gaza in 2040, which
 * pauses summer time for Ramadan.
 */
const STEP_MS = 6 * DAY_MS

/** Years of zones that are remembered, some 5 MB. Each takes up to a millisecond, and instructors may date sessions in any. */
const MAX_YEARS = 10_000

/** The beginning of the rules. */
const FIRST = '19700101T000000'

/** From the start to the end of an event. */
export interface Span {
  from: number
  to: number
}

/**
 * Returns the `VTIMEZONE` of a zone that is valid for the years (UTC) of its events. It leaves out the years between: where the next one
 * begins with another offset, that is a change of its own, two days earlier, so that the clock times of its first hours come after it.
 */
export function buildTimeZone(timeZone: string, events: readonly Span[]): string {
  const years = listYears(events)
  let current = readOffset(Date.UTC(years[0] ?? 2000, 0), timeZone)
  const rules = [buildRule(FIRST, current, current)]
  for (const year of years) {
    const { start, end, changes } = readYear(timeZone, year)
    if (start !== current) rules.push(buildRule(formatUtc(Date.UTC(year, 0) - 2 * DAY_MS + current), current, start))
    rules.push(...changes)
    current = end
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...rules, 'END:VTIMEZONE'].join('\r\n')
}

/** Lists the years (UTC) that have a part of an event, in their order. */
function listYears(events: readonly Span[]): number[] {
  const years = new Set<number>()
  for (const { from, to } of events) {
    const last = new Date(to).getUTCFullYear()
    for (let year = new Date(from).getUTCFullYear(); year <= last; year++) years.add(year)
  }
  return [...years].sort((a, b) => a - b)
}

interface Year {
  /** The offset with which the year begins. */
  start: number
  end: number
  /** The rule of each change. */
  changes: string[]
}

const knownYears = new LruMap<Year>(MAX_YEARS)

function readYear(timeZone: string, year: number): Year {
  const key = `${timeZone} ${year}`
  const value = knownYears.get(key) ?? findChanges(timeZone, Date.UTC(year, 0), Date.UTC(year + 1, 0))
  knownYears.set(key, value)
  return value
}

function findChanges(timeZone: string, from: number, to: number): Year {
  const start = readOffset(from, timeZone)
  const changes: string[] = []
  let before = start
  for (let time = from; time < to; time += STEP_MS) {
    const end = Math.min(time + STEP_MS, to)
    const after = readOffset(end, timeZone)
    if (before !== after)
      changes.push(buildRule(formatUtc(findChange(timeZone, before, time, end) + before), before, after))
    before = after
  }
  return { start, end: before, changes }
}

/** Returns the second at which the offset is no longer `before`, by halving the interval. */
function findChange(timeZone: string, before: number, from: number, to: number): number {
  let [low, high] = [from / 1000, to / 1000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(middle * 1000, timeZone) === before) low = middle
    else high = middle
  }
  return high * 1000
}

/** @param start the clock time of the change, in the offset before it */
function buildRule(start: string, before: number, after: number): string {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    `END:${kind}`,
  ].join('\r\n')
}

/** `20270328T020000` */
function formatUtc(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

/** `+0530`, with seconds only where there are any. */
function formatOffset(offset: number): string {
  const text = formatUtc(Math.abs(offset)).slice(9)
  return `${offset < 0 ? '-' : '+'}${text.endsWith('00') ? text.slice(0, 4) : text}`
}
