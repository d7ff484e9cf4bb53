/** The time zones of the form: the browser's own first, then all that the browser knows. */

/** Returns the time zone of the browser, such as `Europe/Oslo`. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns every zone once, these first. */
export function listZones(...first: string[]): string[] {
  return [...new Set([...first, browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}
