/** Reads the clock times of a draft, with an error in words at the field of one that is missing. The server finds their instants. */
import { readAsUtc } from '#contract/values/clock-time.ts'
import type { ClockTimes } from '#contract/values/session-times.ts'
import { readClock } from '#web/ui/text/read-clock.ts'
import { findEndDate, type SessionDraft, type TimesDraft } from './run-draft.ts'

/** Reports the message of a field, such as `sessions.0.times.start`. */
export type Report = (field: string, message: string) => void

/** Returns the clock times of a session as they are typed so far; null while they are incomplete. */
export function toTimes(times: TimesDraft): ClockTimes | null {
  const starts = toMoment(times.date, times.start)
  const ends = toMoment(findEndDate(times), times.end)
  return starts === null || ends === null ? null : { starts, ends }
}

/** Returns a typed date and time as a clock time, or null. */
export function toMoment(date: string, time: string): string | null {
  const moment = `${date}T${readClock(time)}`
  return readAsUtc(moment) === null ? null : moment
}

/** Returns the clock times of a session, or null after reporting what is wrong with its fields below `path`. */
function readTimes(times: TimesDraft, path: string, report: Report): ClockTimes | null {
  let isComplete = true
  for (const field of ['date', 'start', 'end'] as const) {
    if (!times[field]) report(`${path}.${field}`, `${field} is required`)
    else if (field === 'date' || readClock(times[field]) !== null) continue
    else report(`${path}.${field}`, `${field} must be a time such as 18:00`)
    isComplete = false
  }
  if (!isComplete) return null
  const read = toTimes(times)
  if (!read) report(`${path}.date`, 'must be a date and a time')
  return read
}

/** Returns a session of the API, or null after reporting what is wrong. */
export function readSession({ _id, times, rain }: SessionDraft, path: string, report: Report) {
  const session = readTimes(times, `${path}.times`, report)
  const rainTimes = rain && readTimes(rain, `${path}.rain`, report)
  if (!session || (rain && !rainTimes)) return null
  const { starts: rain_starts = null, ends: rain_ends = null } = rainTimes ?? {}
  return { ...(_id === undefined ? {} : { _id }), ...session, rain_starts, rain_ends }
}
