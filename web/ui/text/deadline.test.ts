import { afterEach, expect, it } from 'vitest'
import { showTimesIn } from './dates.ts'
import { formatDeadline } from './deadline.ts'

afterEach(() => showTimesIn(null))

it('a deadline is in the zone of its date, and in that of the school for a date without sessions', () => {
  showTimesIn('America/New_York')
  expect(formatDeadline('2026-05-01T09:30', 'Europe/Oslo')).toBe('Fri, May 1, 2026, 09:30 (Europe/Oslo)')
  expect(formatDeadline('2026-05-01T09:30', null)).toBe('Fri, May 1, 2026, 09:30 (America/New York)')
})
