/** Sessions to come, their days in words, and the order of classes by them. */
import type { Run, Session } from '#contract/runs.ts'
import { readAsUtc } from '#contract/values/clock-time.ts'
import { type ClockTimes, formatClocks, formatSession } from '#contract/values/session-times.ts'
import { dateFormat } from '#web/ui/text/date-format.ts'

export interface NextSession<T> {
  entry: T
  session: Session
}

/** Lists the sessions of all runs that have not ended and are not canceled, the next one first. */
export function listComing<T extends { run: Pick<Run, 'sessions' | 'canceled_at'> }>(
  entries: readonly T[],
  now = Date.now(),
): NextSession<T>[] {
  const coming = entries.flatMap((entry) => {
    const { sessions, canceled_at } = entry.run
    return canceled_at === undefined ? sessions.map((session) => ({ entry, session })) : []
  })
  return coming.filter(({ session }) => session.ends_at > now).sort((a, b) => a.session.starts_at - b.session.starts_at)
}

/** Returns the title of the next session. One that has begun is present. */
export const nameNext = ({ starts_at: startsAt }: Pick<Session, 'starts_at'>, now = Date.now()) =>
  startsAt <= now ? 'Now' : 'Next session'

type Dated = { run: Pick<Run, 'sessions' | 'canceled_at' | 'ends_at'> }

/** Returns whether the dates of a run are past or canceled. A run without dates has none that could pass. */
export const isOver = ({ run }: Dated, now = Date.now()): boolean =>
  run.sessions.length > 0 && listComing([{ run }], now).length === 0

/** Sorts the classes of a student: those to come, the next one first, then those without dates, then those that are over, the latest first. */
export function sortByNext<T extends Dated>(entries: readonly T[], now = Date.now()): T[] {
  const place = (entry: T): [group: number, at: number] => {
    if (isOver(entry, now)) return [2, -(entry.run.ends_at ?? 0)]
    const [next] = listComing([entry], now)
    return next ? [0, next.session.starts_at] : [1, 0]
  }
  return entries.toSorted((one, other) => {
    const [[group, at], [otherGroup, otherAt]] = [place(one), place(other)]
    return group - otherGroup || at - otherAt
  })
}

/** Days of sessions at one time of the day: `Wed, Dec 23, 30, Jan 6` and `18:30–21:00 (Europe/Oslo)`. */
export interface SessionDays {
  days: string
  clocks: string
}

/** Returns the days of sessions by their times of the day, with the zone where there is one. A session that ends on another day is described with both. */
export function describeDays(sessions: readonly ClockTimes[], zone: string | null, now = Date.now()): SessionDays[] {
  return [...Map.groupBy(sessions, toClocks)].map(([clocks, group]) =>
    clocks === ''
      ? {
          days: group.map((session) => formatSession(session, null, { now, withZone: false })).join('; '),
          clocks: zone ?? '',
        }
      : { days: joinDays(group, now), clocks: zone === null ? clocks : `${clocks} (${zone})` },
  )
}

const toClocks = ({ starts, ends }: ClockTimes) =>
  starts.slice(0, 10) === ends.slice(0, 10) ? formatClocks({ starts, ends }) : ''

const formatWeekday = dateFormat({ weekday: 'short', timeZone: 'UTC' })
const formatMonth = dateFormat({ month: 'short', timeZone: 'UTC' })

/**
 * Names a month where it begins, the weekday where it is the same for all, and the year of the first day if it is not the present one; of
 * each day where twelve months or more are between them.
 */
function joinDays(sessions: readonly ClockTimes[], now: number): string {
  const dates = sessions.map(({ starts }) => new Date(readAsUtc(starts) ?? 0))
  const months = dates.map((date) => date.getUTCFullYear() * 12 + date.getUTCMonth())
  const isLong = (months.at(-1) ?? 0) - (months[0] ?? 0) >= 12
  const days = dates.map((date, index) => {
    if (isLong) return `${formatMonth(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
    return months[index] === months[index - 1] ? `${date.getUTCDate()}` : `${formatMonth(date)} ${date.getUTCDate()}`
  })
  const weekdays = [...new Set(dates.map(formatWeekday))]
  const years = [...new Set([now, ...dates.slice(0, 1)].map((at) => new Date(at).getUTCFullYear()))].slice(1)
  return [...(weekdays.length === 1 ? weekdays : []), ...days, ...(isLong ? [] : years)].join(', ')
}
