import { expect, it } from 'vitest'
import { findSunTimes } from './sun.ts'

const MINUTE_MS = 60_000

/** From the almanacs of London and Oslo. */
it.each([
  ['2026-06-21', 51.507, -0.128, '2026-06-21T03:43Z', '2026-06-21T20:21Z'],
  ['2026-12-21', 51.507, -0.128, '2026-12-21T08:04Z', '2026-12-21T15:53Z'],
  ['2026-06-21', 59.913, 10.739, '2026-06-21T01:54Z', '2026-06-21T20:44Z'],
  ['2026-12-21', 59.913, 10.739, '2026-12-21T08:18Z', '2026-12-21T14:12Z'],
])('the sun rises and sets on %s at %d, %d as an almanac says', (date, latitude, longitude, rise, set) => {
  const times = findSunTimes(date, { latitude, longitude })
  expect(Math.abs(times.rise - Date.parse(rise))).toBeLessThan(3 * MINUTE_MS)
  expect(Math.abs(times.set - Date.parse(set))).toBeLessThan(3 * MINUTE_MS)
})
