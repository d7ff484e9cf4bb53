/** The time zones of the form: the browser's own first, then all that the browser knows. */
import { canonicalTimeZone, toPresentName } from '#contract/values/time-zone.ts'

/** Returns the time zone of the browser, such as `Europe/Oslo`. */
export function browserZone(): string {
  return canonicalTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
}

/** Returns every zone once, these first. */
export function listZones(...first: string[]): string[] {
  const all = Intl.supportedValuesOf('timeZone').map(toPresentName).sort()
  return [...new Set([...first, browserZone(), 'UTC', ...all])]
}
