import { afterEach, describe, expect, it } from 'vitest'
import { formatClock, formatDate, formatDay, formatMoment, getZoneName, showTimesIn } from './dates.ts'

/** Half an hour before midnight in UTC, so that many time zones have another day. */
const LATE = Date.UTC(2026, 10, 21, 23, 30)

afterEach(() => showTimesIn(null))

describe('the times of records', () => {
  it('have 24 hours and one zone, which is named: UTC where the school has none', () => {
    expect(formatDay(LATE)).toBe('November 21, 2026')
    expect(formatDate(LATE)).toBe('November 21, 2026 (UTC)')
    expect(formatMoment(LATE)).toBe('November 21, 2026, 23:30 (UTC)')
    expect(formatClock(LATE)).toBe('23:30 (UTC)')
  })

  it('are in the zone of the school, also at midnight', () => {
    showTimesIn('America/New_York')
    expect(formatMoment(LATE)).toBe('November 21, 2026, 18:30 (America/New York)')
    showTimesIn('Europe/Oslo')
    expect(formatMoment(LATE)).toBe('November 22, 2026, 00:30 (Europe/Oslo)')
    expect(getZoneName()).toBe('Europe/Oslo')
  })

  it('are in UTC where the browser does not know the zone', () => {
    showTimesIn('Mars/Olympus')
    expect(formatMoment(LATE)).toBe('November 21, 2026, 23:30 (UTC)')
  })
})
