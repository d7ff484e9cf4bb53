/** Writes a time zone for calendar programs: its offset from UTC, and each change of it. Source: RFC 5545, section 3.6.5 */
import { formatClock, formatDay, readClock, readOffset } from '#server/platform/zoned-time.ts'

const DAY_MS = 24 * 60 * 60_000
/** Offsets do not change twice in a week. The shortest known period between two changes is a month (Morocco). */
const STEP_MS = 7 * DAY_MS

/** The times that a calendar has. */
export interface Span {
  from: number
  to: number
}

/** Returns the `VTIMEZONE` of a zone that is valid for all times of a span. */
export function buildTimeZone(timeZone: string, { from, to }: Span): string {
  const start = from - DAY_MS
  const initial = readOffset(start, timeZone)
  const rules = [
    buildRule('STANDARD', '19700101T000000', initial, initial),
    ...listChanges(timeZone, start, to + DAY_MS).map(({ time, before, after }) =>
      buildRule(after > before ? 'DAYLIGHT' : 'STANDARD', formatLocal(time + before), before, after),
    ),
  ]
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...rules, 'END:VTIMEZONE'].join('\r\n')
}

interface OffsetChange {
  time: number
  before: number
  after: number
}

function listChanges(timeZone: string, from: number, to: number): OffsetChange[] {
  const changes: OffsetChange[] = []
  for (let time = from; time < to; time += STEP_MS) {
    const [before, after] = [readOffset(time, timeZone), readOffset(time + STEP_MS, timeZone)]
    if (before !== after) changes.push({ time: findChange(timeZone, time, time + STEP_MS), before, after })
  }
  return changes
}

/** Returns the second at which the offset changes, by halving the interval. */
function findChange(timeZone: string, from: number, to: number): number {
  const before = readOffset(from, timeZone)
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(middle * 1000, timeZone) === before) low = middle
    else high = middle
  }
  return high * 1000
}

/** @param start the clock time of the change, in the offset before it */
function buildRule(kind: 'STANDARD' | 'DAYLIGHT', start: string, before: number, after: number): string {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    `END:${kind}`,
  ].join('\r\n')
}

function formatLocal(clockTime: number): string {
  const clock = readClock(clockTime, 'UTC')
  return `${formatDay(clock)}T${formatClock(clock)}`
}

/** `+0530`, with seconds only where there are any. */
function formatOffset(offset: number): string {
  const text = formatClock(readClock(Math.abs(offset), 'UTC'))
  return `${offset < 0 ? '-' : '+'}${text.endsWith('00') ? text.slice(0, 4) : text}`
}
