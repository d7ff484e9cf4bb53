/** Clock times such as `2027-05-04T18:00`: what clocks in a place show. Only the server knows which instants they are. */

const DAY_MS = 24 * 60 * 60_000

/** Returns the instant at which clocks in UTC show a time, to compare clock times of one zone; null for a text that is none. */
export function readAsUtc(clock: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(clock)) return null
  const at = Date.parse(`${clock}Z`)
  // Some engines read February 30 as March 2.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(clock) ? null : at
}

/** Returns a date such as `2027-05-04` some days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the number of days from one date to another. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS
}

/** Returns an instant in ISO 8601 with the offset that its clock time has, to the minute: `2027-05-04T18:00+02:00` */
export function formatIso(at: number, clock: string): string {
  const offset = Math.round(((readAsUtc(clock) ?? at) - at) / 60_000)
  const hours = Math.floor(Math.abs(offset) / 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${clock}${offset < 0 ? '-' : '+'}${pad(hours)}:${pad(Math.abs(offset) % 60)}`
}
