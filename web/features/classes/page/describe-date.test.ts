import { describe, expect, it } from 'vitest'
import { describeLastMoment, describeLight, describeMinimum } from './describe-date.ts'

const HOUR = 3_600_000
const TODAY = Date.UTC(2027, 3, 1)
const SEEN = { today: TODAY, schoolZone: 'Asia/Tokyo' }
const OSLO = { time_zone: 'Europe/Oslo' }
const START = Date.UTC(2027, 4, 4, 16)

describe('a date on the page of its class', () => {
  it('says until when to enroll where that is not the start', () => {
    const run = { ...OSLO, starts_at: START }
    const day = { last_moment: START - 24 * HOUR, last_moment_clock: '2027-05-03T18:00' }
    expect(describeLastMoment({ ...run, last_moment: null, last_moment_clock: null }, SEEN)).toBeNull()
    expect(describeLastMoment({ ...run, last_moment: START, last_moment_clock: '2027-05-04T18:00' }, SEEN)).toBeNull()
    expect(describeLastMoment({ ...run, ...day }, SEEN)).toBe('Enroll by Mon, May 3, 18:00.')
    expect(describeLastMoment({ ...day, time_zone: null, starts_at: null }, SEEN)).toBe(
      'Enroll by Mon, May 3, 18:00 (Asia/Tokyo).',
    )
    expect(describeLastMoment({ ...day, time_zone: null, starts_at: null }, { ...SEEN, schoolZone: null })).toBe(
      'Enroll by Mon, May 3, 18:00 (UTC).',
    )
  })

  it('says its minimum, when that is decided, and that the money comes back otherwise', () => {
    const run = { ...OSLO, minimum: 5, decide_at: START - 48 * HOUR, decide_clock: '2027-05-02T18:00' }
    expect(describeMinimum(run, TODAY)).toBe(
      'Takes place with at least 5 students; we decide by Sun, May 2, 18:00. Otherwise you get your money back.',
    )
    expect(describeMinimum({ ...run, minimum: 1 }, TODAY)).toContain('at least 1 student;')
    expect(describeMinimum({ ...run, minimum: null, decide_at: null, decide_clock: null }, TODAY)).toBeNull()
  })

  it('names no decision date that has passed', () => {
    const run = { ...OSLO, minimum: 5, decide_at: TODAY - 1, decide_clock: '2027-04-01T01:59' }
    expect(describeMinimum(run, TODAY)).toBe('Takes place with at least 5 students. Otherwise you get your money back.')
  })

  it('has the light of a session, as far as the sun gives it', () => {
    const golden = { starts_at: START, ends_at: START + HOUR, starts: '2027-05-04T18:00', ends: '2027-05-04T19:00' }
    const blue = {
      starts_at: START + HOUR,
      ends_at: START + 1.5 * HOUR,
      starts: '2027-05-04T19:00',
      ends: '2027-05-04T19:30',
    }
    expect(describeLight({ golden, blue })).toBe('Golden hour 18:00–19:00, blue hour 19:00–19:30')
    expect(describeLight({ golden: null, blue })).toBe('Blue hour 19:00–19:30')
  })
})
