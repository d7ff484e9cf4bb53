import { expect, it } from 'vitest'
import { formatWait, isLongWait } from './format-wait.ts'

const HOUR_MS = 3_600_000

it('says a time in hours, from a day on in days and hours, and from two days on in days', () => {
  const words = [0.5, 1, 23.9, 24, 45, 48, 71].map((hours) => formatWait(hours * HOUR_MS))
  expect(words).toEqual(['less than an hour', '1 h', '23 h', '1 day', '1 day 21 h', '2 days', '2 days'])
  expect([47.9, 48].map((hours) => isLongWait(hours * HOUR_MS))).toEqual([false, true])
})
