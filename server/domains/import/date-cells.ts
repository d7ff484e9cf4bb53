/** Reads dates and times as spreadsheets and people write them. */
import type { ImportMatch } from '#contract/import.ts'
import { addDays } from '#contract/values/clock-time.ts'
import { findInstants, toInstant } from '#server/platform/zoned-time.ts'

type DateOrder = ImportMatch['date_order']

/** A date of digits whose year comes last. A text of a spreadsheet may begin with an apostrophe. */
export const DATE_OF_DIGITS = /^['\s]*\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/

/**
 * Returns the order in which all dates of a file can be read, or a question where both are possible, or neither. Dates with points have
 * the day first.
 */
export function findDateOrder(dates: readonly string[]): DateOrder | { question: string } {
  const all = dates.flatMap((date) => {
    const [, first = '', point = '', second = ''] = /(\d{1,2})([-/.])(\d{1,2})[-/.]\d{4}/.exec(date) ?? []
    return first === ''
      ? []
      : [{ date: date.trim(), first: Number(first), second: Number(second), isDotted: point === '.' }]
  })
  const dayFirst = all.find(({ first, second, isDotted }) => second <= 12 && (first > 12 || isDotted))
  const monthFirst = all.find(({ first, second }) => second > 12 && first <= 12)
  if (dayFirst && monthFirst)
    return {
      question: `the file has both ${dayFirst.date} and ${monthFirst.date}. Rows of the other order have a problem.`,
    }
  if (monthFirst) return 'month-day'
  const unclear = all.find(({ first, second }) => first !== second)
  if (dayFirst || !unclear) return 'day-month'
  const [one, other] = [nameDay(unclear.first, unclear.second), nameDay(unclear.second, unclear.first)]
  return { question: `${unclear.date} may be ${one} or ${other}.` }
}

/** `May 4` */
function nameDay(day: number, month: number): string {
  const name = MONTHS[month - 1] ?? ''
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${day}`
}

/** Returns a date such as `2027-05-04`, or null. The order of day and month counts where the year comes last. */
export function readDate(text: string, order: DateOrder): string | null {
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})\.?(?:[ T].*)?$/.exec(text)
  if (!parts) return readNamedDate(text)
  const [, first = '', second = '', third = ''] = parts
  if (first.length === 4) return toDate(first, second, third)
  if (third.length !== 4) return null
  return order === 'day-month' ? toDate(third, second, first) : toDate(third, first, second)
}

/** Reads `May 4, 2027` and `4 May 2027`. */
function readNamedDate(text: string): string | null {
  const parts = /^(?:(\d{1,2})\.? ([A-Za-z]{3,9})|([A-Za-z]{3,9}) (\d{1,2})),? (\d{4})\b/.exec(text)
  if (!parts) return null
  const name = (parts[2] ?? parts[3] ?? '').toLowerCase()
  const month = MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name)
  return month < 0 ? null : toDate(parts[5] ?? '', `${month + 1}`, parts[1] ?? parts[4] ?? '')
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

function toDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00Z`)
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) ? null : date
}

/** Returns a time such as `18:00`, or null. Reads `18:00:00`, `6 PM` and `6:30 pm`, also after a date. */
export function readTime(text: string): string | null {
  const parts = /(?:^|[ T])(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)? ?([ap])?\.?(?:m\.?)?$/i.exec(text)
  if (!parts || (parts[2] === undefined && parts[3] === undefined)) return null
  const [hour, half] = [Number(parts[1]), parts[3]?.toLowerCase()]
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  const at = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return at > 23 || Number(parts[2] ?? 0) > 59 ? null : `${`${at}`.padStart(2, '0')}:${parts[2] ?? '00'}`
}

const HOUR_MS = 60 * 60_000
/** As in the form of a date: classes take place at night, but not for longer than this. */
const MAX_NIGHT_MS = 12 * HOUR_MS

/** Clock times, and their instants. */
interface Session {
  starts: string
  ends: string
  starts_at: number
  ends_at: number
}

/**
 * Returns the times of a session, or what is wrong with it. An end before the start is on the next day. Of a time that clocks show twice it
 * is the first.
 */
export function toSession(
  { date, start, end }: { date: string; start: string; end: string },
  timeZone: string,
): Session | string {
  const day = end <= start ? addDays(date, 1) : date
  const [starts, ends] = [`${date}T${start}`, `${day}T${end}`]
  const kinds = [starts, ends].map((clock) => findInstants(clock, timeZone)?.kind)
  if (kinds.includes('skipped')) return 'does not exist: the clocks go forward over it.'
  const [starts_at, ends_at] = [toInstant(starts, timeZone), toInstant(ends, timeZone)]
  if (starts_at === null || ends_at === null) return 'is not a time.'
  if (day !== date && ends_at - starts_at > MAX_NIGHT_MS) return 'ends before it starts.'
  return { starts, ends, starts_at, ends_at }
}
