import { formatCount } from '#contract/values/count.ts'

const HOUR_MS = 3_600_000

/** Returns a time in words: `3 days`, `1 day 21 h`, `5 h`. */
export function formatWait(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  if (hours < 24) return `${hours} h`
  const days = formatCount(Math.floor(hours / 24), 'day')
  return isLongWait(milliseconds) || hours === 24 ? days : `${days} ${hours % 24} h`
}

/** Returns whether a time is two days or longer. */
export function isLongWait(milliseconds: number): boolean {
  return milliseconds >= 48 * HOUR_MS
}
