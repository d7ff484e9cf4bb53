/** The time zones of the form: the browser's own first, then all that the browser knows. */
import { canonicalTimeZone, findFormerName, toPresentName } from '#contract/values/time-zone.ts'

/** Returns the time zone of the browser, such as `Europe/Oslo`. */
export function browserZone(): string {
  return canonicalTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
}

/** Returns what clocks in a zone show now, by the rules of the browser: `2027-05-04T18:00`; null for a zone that it does not know. */
export function readClockNow(timeZone: string | null, now = Date.now()): string | null {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: timeZone ?? 'UTC',
    })
    return format.format(now).replace(' ', 'T')
  } catch {
    return null
  }
}

/** Returns every zone once as an option, these first: `Europe/Kyiv (formerly Europe/Kiev)`. */
export function listZones(...first: string[]): { value: string; label: string }[] {
  const all = Intl.supportedValuesOf('timeZone').map(toPresentName).sort()
  return [...new Set([...first, browserZone(), 'UTC', ...all])].map((zone) => {
    const former = findFormerName(zone)
    return { value: zone, label: former === null ? zone : `${zone} (formerly ${former})` }
  })
}
