import { describe, expect, it } from 'vitest'
import { withClocks } from '../../testing/session-fields.ts'
import {
  describeRun,
  findNextSession,
  findSharedZone,
  formatClocks,
  formatClockTime,
  formatSession,
  hasDayBegun,
} from './session-times.ts'

const HOUR = 3_600_000
const OSLO = 'Europe/Oslo'
const now = Date.UTC(2027, 0, 15)
const MAY = { starts: '2027-05-04T18:00', ends: '2027-05-04T20:00' }

describe('the time of a session', () => {
  it('is the clock time of the run, on 24 hours, and its zone is named', () => {
    expect(formatSession(MAY, OSLO, { now })).toBe('Tue, May 4, 18:00–20:00 (Europe/Oslo)')
    expect(formatSession(MAY, 'America/New_York', { now })).toBe('Tue, May 4, 18:00–20:00 (America/New York)')
    expect(formatClockTime(MAY.starts, OSLO, { now })).toBe('Tue, May 4, 18:00 (Europe/Oslo)')
    expect(formatClockTime('2027-05-04T00:00', OSLO, { now, withZone: false })).toBe('Tue, May 4, 00:00')
    expect(formatClocks(MAY)).toBe('18:00–20:00')
  })

  it('has the year where it is not the current one, and where the text is read later', () => {
    expect(formatSession(MAY, OSLO, { now: Date.UTC(2026, 11, 1) })).toContain('Tue, May 4, 2027, 18:00')
    expect(formatSession(MAY, OSLO, { now: 'always' })).toContain('Tue, May 4, 2027, 18:00')
  })

  it('has both days over midnight', () => {
    const night = { starts: '2027-05-04T22:00', ends: '2027-05-05T04:00' }
    expect(formatSession(night, OSLO, { now })).toBe('Tue, May 4, 22:00 – Wed, May 5, 04:00 (Europe/Oslo)')
  })

  it('is in UTC without a zone', () => {
    expect(formatClockTime(MAY.starts, null, { now })).toBe('Tue, May 4, 18:00 (UTC)')
  })

  it('needs no rules of time zones', () => {
    const { DateTimeFormat } = Intl
    Intl.DateTimeFormat = (() => {
      throw new Error('A time was converted.')
    }) as unknown as typeof DateTimeFormat
    try {
      expect(formatSession(MAY, 'Mars/Olympus', { now })).toBe('Tue, May 4, 18:00–20:00 (Mars/Olympus)')
    } finally {
      Intl.DateTimeFormat = DateTimeFormat
    }
  })
})

describe('the day of a session', () => {
  it('begins at midnight in the zone of its run, and stays begun', () => {
    const session = { starts: MAY.starts, starts_at: Date.UTC(2027, 4, 4, 16) }
    const midnight = Date.UTC(2027, 4, 3, 22)
    expect(hasDayBegun(session, midnight - 1)).toBe(false)
    expect(hasDayBegun(session, midnight)).toBe(true)
    expect(hasDayBegun(session, midnight + 9999 * HOUR)).toBe(true)
  })
})

describe('the dates of a run', () => {
  const START = Date.UTC(2027, 4, 4, 16)
  const weeks = [0, 1, 2].map((week) => {
    const starts_at = START + week * 168 * HOUR
    return withClocks({ starts_at, ends_at: starts_at + 2 * HOUR })
  })
  const run = { time_zone: OSLO, sessions: weeks }
  const END = START + 2 * HOUR

  it('are the session that comes next, and how many follow', () => {
    expect(describeRun(run, { now })).toBe('Tue, May 4, 18:00–20:00 (Europe/Oslo), then 2 more sessions')
    expect(describeRun(run, { now, withZone: false })).toBe('Tue, May 4, 18:00–20:00, then 2 more sessions')
    expect(describeRun(run, { now: END - 1 })).toContain('May 4')
    expect(describeRun(run, { now: END })).toBe('Tue, May 11, 18:00–20:00 (Europe/Oslo), then 1 more session')
    expect(describeRun(run, { now: END + 9999 * HOUR })).toBe('Tue, May 18, 2027, 18:00–20:00 (Europe/Oslo)')
  })

  it('have one zone with those of other runs, unless that differs', () => {
    const open = { time_zone: null, sessions: [] }
    expect(findSharedZone([run, open, run])).toBe(OSLO)
    expect(findSharedZone([run, { ...run, time_zone: 'Asia/Tokyo' }])).toBeNull()
    expect(findSharedZone([open])).toBeNull()
  })

  it('are missing for a run without sessions', () => {
    expect(describeRun({ time_zone: null, sessions: [] })).toBeNull()
    expect(findNextSession(weeks, END + 9999 * HOUR)).toBeNull()
  })
})
