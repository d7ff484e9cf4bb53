import { formatClockTime } from '#contract/values/session-times.ts'
import { getZoneName } from './dates.ts'

/** Writes until when a seat waits for a person: on clocks of the zone of its date, or of the school for a date without sessions. */
export function formatDeadline(clock: string, timeZone: string | null): string {
  return formatClockTime(clock, timeZone ?? getZoneName(), { now: 'always' })
}
