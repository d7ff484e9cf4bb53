/** The time zones of the form: the browser's own first, then all that the browser knows. */
import { canonicalTimeZone, findFormerName, toPresentName } from '#contract/values/time-zone.ts'

/** Returns the time zone of the browser, such as `Europe/Oslo`. */
export function browserZone(): string {
  return canonicalTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC'
}

/** Returns every zone once as an option, these first: `Europe/Kyiv (formerly Europe/Kiev)`. */
export function listZones(...first: string[]): { value: string; label: string }[] {
  const all = Intl.supportedValuesOf('timeZone').map(toPresentName).sort()
  return [...new Set([...first, browserZone(), 'UTC', ...all])].map((zone) => {
    const former = findFormerName(zone)
    return { value: zone, label: former === null ? zone : `${zone} (formerly ${former})` }
  })
}
