/** Times for programs. */
import { toLocalTime } from './local-time.ts'

/** Returns a time in ISO 8601 with the offset of a zone, to the minute: `2027-05-04T18:00+02:00`. @throws RangeError for an unknown zone */
export function formatIso(at: number, timeZone: string | null): string {
  const { text } = toLocalTime(at, timeZone ?? 'UTC')
  const offset = Math.round((Date.parse(`${text}Z`) - at) / 60_000)
  const hours = Math.floor(Math.abs(offset) / 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${text}${offset < 0 ? '-' : '+'}${pad(hours)}:${pad(Math.abs(offset) % 60)}`
}
