/** Reads the clock times of a draft, with an error in words at the field of one that is missing. The server finds their instants. */
import { readAsUtc } from '#contract/values/clock-time.ts'
import type { ClockTimes } from '#contract/values/session-times.ts'
import { findEndDate, type SessionDraft, type TimesDraft } from './run-draft.ts'

/** Reports the message of a field, such as `sessions.0.times.start`. */
export type Report = (field: string, message: string) => void

/** Returns the clock times of a session as they are typed so far; null while they are incomplete. */
export function toTimes(times: TimesDraft): ClockTimes | null {
  const { date, start, end } = times
  const [starts, ends] = [`${date}T${start}`, `${findEndDate(times)}T${end}`]
  return readAsUtc(starts) === null || readAsUtc(ends) === null ? null : { starts, ends }
}

/** Returns the clock times of a session, or null after reporting what is wrong with its fields below `path`. */
function readTimes(times: TimesDraft, path: string, report: Report): ClockTimes | null {
  let isComplete = true
  for (const field of ['date', 'start', 'end'] as const) {
    if (times[field]) continue
    report(`${path}.${field}`, `${field} is required`)
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
