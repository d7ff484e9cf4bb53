/** Time zones of the IANA database. */

/** Returns the name of a time zone, in the platform's spelling, or null if there is no such zone. Offsets such as `+02:00` are none. */
export function findTimeZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // The platform may resolve a name to another one of the same zone.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return null
  }
}
