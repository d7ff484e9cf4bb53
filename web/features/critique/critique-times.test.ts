import { expect, test } from 'vitest'
import { summarize } from './critique-times.tsx'

const TIMES = { target_hours: 72, first_critiques: 4, in_time: 3, median_hours: 48, overdue: 0 }

test('the critiques of the last 30 days are compared with the target, and a single one is not called half of them', () => {
  expect(summarize(TIMES)).toBe(
    'First critique within 3 days. In the last 30 days: 3 of 4 in time, half of them within 2 days.',
  )
  expect(summarize({ ...TIMES, first_critiques: 1, in_time: 1 })).toBe(
    'First critique within 3 days. In the last 30 days: 1 critique, in time, after 2 days.',
  )
  expect(summarize({ ...TIMES, first_critiques: 1, in_time: 0, median_hours: 96 })).toBe(
    'First critique within 3 days. In the last 30 days: 1 critique, late, after 4 days.',
  )
})
