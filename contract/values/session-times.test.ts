import { describe, expect, it } from 'vitest'
import {
  describeRun,
  findNextSession,
  formatInOwnZone,
  formatSession,
  formatStart,
  hasDayBegun,
} from './session-times.ts'

const HOUR = 3_600_000
const OSLO = 'Europe/Oslo'
const now = Date.UTC(2027, 0, 15)
const session = (starts_at: number, hours = 2) => ({ starts_at, ends_at: starts_at + hours * HOUR })
/** 18:00 in Oslo, in summer. */
const MAY = session(Date.UTC(2027, 4, 4, 16))

describe('the time of a session', () => {
  it('is written in the zone of the run, which is named', () => {
    expect(formatSession(MAY, OSLO, { now })).toBe('Tue, May 4, 18:00–20:00 (Europe/Oslo)')
    expect(formatStart(MAY.starts_at, OSLO, { now })).toBe('Tue, May 4, 18:00 (Europe/Oslo)')
    expect(formatSession(MAY, 'America/New_York', { now })).toBe('Tue, May 4, 12:00–14:00 (America/New York)')
    expect(formatSession(MAY, 'Asia/Kolkata', { now })).toBe('Tue, May 4, 21:30–23:30 (Asia/Kolkata)')
  })

  it('has the year where it is not the current one, and where the text is read later', () => {
    expect(formatSession(MAY, OSLO, { now: Date.UTC(2026, 11, 1) })).toContain('Tue, May 4, 2027, 18:00')
    expect(formatSession(MAY, OSLO, { now: 'always' })).toContain('Tue, May 4, 2027, 18:00')
  })

  it('has both days over midnight, and midnight is 00:00', () => {
    expect(formatSession(session(Date.UTC(2027, 4, 4, 20), 6), OSLO, { now })).toBe(
      'Tue, May 4, 22:00 – Wed, May 5, 04:00 (Europe/Oslo)',
    )
    expect(formatStart(Date.UTC(2027, 4, 3, 22), OSLO, { now })).toBe('Tue, May 4, 00:00 (Europe/Oslo)')
  })

  it('follows daylight saving: the same clock time before and after, and the hours that are skipped and repeated', () => {
    const weekly = [Date.UTC(2027, 2, 23, 17), Date.UTC(2027, 2, 30, 16)].map((at) => formatStart(at, OSLO, { now }))
    expect(weekly).toEqual(['Tue, Mar 23, 18:00 (Europe/Oslo)', 'Tue, Mar 30, 18:00 (Europe/Oslo)'])
    expect(formatSession(session(Date.UTC(2027, 2, 28, 0)), OSLO, { now })).toContain('01:00–04:00')
    expect(formatSession(session(Date.UTC(2027, 9, 31, 0), 3), OSLO, { now })).toContain('02:00–04:00')
  })

  it('is in UTC without a zone, and with one that the platform does not know', () => {
    expect(formatStart(MAY.starts_at, null, { now })).toBe('Tue, May 4, 16:00 (UTC)')
    expect(formatStart(MAY.starts_at, 'Mars/Olympus', { now })).toBe('Tue, May 4, 16:00 (UTC)')
  })
})

describe('the time in the reader’s own zone', () => {
  it('is written only where their clock differs', () => {
    expect(formatInOwnZone(MAY, OSLO, 'Asia/Tokyo', { now })).toBe('Wed, May 5, 01:00–03:00 (Asia/Tokyo)')
    expect(formatInOwnZone(MAY, OSLO, 'Europe/Paris', { now })).toBeNull()
    expect(formatInOwnZone(MAY, OSLO, null, { now })).toBeNull()
    const winter = session(Date.UTC(2027, 0, 20, 17))
    expect(formatInOwnZone(winter, 'Europe/London', 'Africa/Accra', { now })).toBeNull()
    expect(formatInOwnZone(MAY, 'Europe/London', 'Africa/Accra', { now })).toContain('16:00–18:00')
  })
})

describe('the day of a session', () => {
  it('begins at midnight in the zone of its run, and stays begun', () => {
    const midnight = Date.UTC(2027, 4, 3, 22)
    expect(hasDayBegun(MAY.starts_at, OSLO, midnight - 1)).toBe(false)
    expect(hasDayBegun(MAY.starts_at, OSLO, midnight)).toBe(true)
    expect(hasDayBegun(MAY.starts_at, OSLO, midnight + 9999 * HOUR)).toBe(true)
  })
})

describe('the dates of a run', () => {
  const weeks = [0, 1, 2].map((week) => session(MAY.starts_at + week * 168 * HOUR))
  const run = { time_zone: OSLO, sessions: weeks }

  it('are the session that comes next, and how many follow', () => {
    expect(describeRun(run, { now })).toBe('Tue, May 4, 18:00–20:00 (Europe/Oslo), then 2 more sessions')
    expect(describeRun(run, { now: MAY.ends_at - 1 })).toContain('May 4')
    expect(describeRun(run, { now: MAY.ends_at })).toBe('Tue, May 11, 18:00–20:00 (Europe/Oslo), then 1 more session')
    expect(describeRun(run, { now: MAY.ends_at + 9999 * HOUR })).toBe('Tue, May 18, 2027, 18:00–20:00 (Europe/Oslo)')
  })

  it('are missing for a run without sessions', () => {
    expect(describeRun({ time_zone: null, sessions: [] })).toBeNull()
    expect(findNextSession(weeks, MAY.ends_at + 9999 * HOUR)).toBeNull()
  })
})
