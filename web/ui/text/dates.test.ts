import { describe, expect, it } from 'vitest'
import { formatDate, formatDay, formatLocalClock, formatMoment } from './dates.ts'

/** Half an hour before midnight in UTC, so that many time zones have another day. */
const LATE = Date.UTC(2026, 10, 21, 23, 30)

describe('the receipt date and the cancel-by time', () => {
  it('use the same time zone, and name it', () => {
    expect(formatDay(LATE)).toBe('November 21, 2026')
    expect(formatDate(LATE)).toBe('November 21, 2026 (UTC)')
    expect(formatMoment(LATE)).toMatch(/^November 21, 2026 at 11:30\sPM UTC$/)
  })
})

describe('the end of a hold', () => {
  it('is a time of the user’s clock with its zone', () => {
    expect(formatLocalClock(LATE)).toMatch(/^\d{1,2}:\d{2}\s[AP]M [A-Z]+/)
  })
})
