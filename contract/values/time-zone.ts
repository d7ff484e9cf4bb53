/** Time zones of the IANA database. */

/** Returns the name of a time zone as the platform spells it, or null if there is no such zone. Offsets such as `+02:00` are none. */
export function findTimeZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
