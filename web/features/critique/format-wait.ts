import { formatCount } from '#contract/values/count.ts'

const HOUR_MS = 3_600_000

/** Returns a time in words: `3 days`, `5 hours`. */
export function formatWait(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}
