/** Converts the local times of a draft to instants, with an error in words at the field of a time that does not exist. */
import { findInstants, type LocalTime, toInstant } from '#contract/values/local-time.ts'
import { findEndDate, type SessionDraft, type TimesDraft } from './run-draft.ts'

/** Reports the message of a field, such as `sessions.0.times.start`. */
export type Report = (field: string, message: string) => void

type SessionTimes = { starts_at: number; ends_at: number }

/** Returns the local time of a session's start. */
export function toStart({ date, start, isSecondStart }: TimesDraft): LocalTime {
  return { text: `${date}T${start}`, isSecond: isSecondStart }
}

/** Returns the local time of a session's end. */
export function toEnd(times: TimesDraft): LocalTime {
  return { text: `${findEndDate(times)}T${times.end}`, isSecond: times.isSecondEnd }
}

/** Returns a session's instants, or null after reporting what is wrong with its fields below `path`. */
export function readTimes(times: TimesDraft, zone: string, path: string, report: Report): SessionTimes | null {
  let isComplete = true
  for (const field of ['date', 'start', 'end'] as const) {
    if (times[field]) continue
    report(`${path}.${field}`, `${field} is required`)
    isComplete = false
  }
  if (!isComplete) return null
  const starts_at = readInstant(toStart(times), zone, (message) => report(`${path}.start`, message))
  const ends_at = readInstant(toEnd(times), zone, (message) => report(`${path}.end`, message))
  return starts_at === null || ends_at === null ? null : { starts_at, ends_at }
}

/** Returns a session of the API, or null after reporting what is wrong. */
export function readSession({ _id, times, rain }: SessionDraft, zone: string, path: string, report: Report) {
  const session = readTimes(times, zone, `${path}.times`, report)
  const rainTimes = rain && readTimes(rain, zone, `${path}.rain`, report)
  if (!session || (rain && !rainTimes)) return null
  const { starts_at: rain_starts_at = null, ends_at: rain_ends_at = null } = rainTimes ?? {}
  return { ...(_id === undefined ? {} : { _id }), ...session, rain_starts_at, rain_ends_at }
}

/** Returns the instant of an optional moment; null where it is empty, or after reporting a message. */
export function readMoment(moment: LocalTime, zone: string, report: (message: string) => void): number | null {
  return moment.text ? readInstant(moment, zone, report) : null
}

function readInstant(local: LocalTime, zone: string, report: (message: string) => void): number | null {
  const at = toInstant(local, zone)
  if (at === null) report(describeMissing(local.text, zone))
  return at
}

/** Returns why a local time has no instant. */
function describeMissing(text: string, zone: string): string {
  const clock = text.split('T')[1] ?? ''
  if (findInstants(text, zone)?.kind !== 'skipped') return 'must be a date and a time'
  return `${clock} does not exist on this day: clocks in ${zone} go forward over it. Choose another time.`
}

/** Returns whether clocks go back over a local time, so that it happens twice. */
export function isRepeated({ text }: LocalTime, zone: string): boolean {
  return findInstants(text, zone)?.kind === 'repeated'
}
