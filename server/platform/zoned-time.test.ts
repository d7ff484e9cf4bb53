import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { findInstants, subtractHours, toClockTime, toInstant, toNearestInstant } from './zoned-time.ts'

const OSLO = 'Europe/Oslo'

/** Returns the instants of a local time as Temporal finds them. */
function findByTemporal(text: string, zone: string) {
  const local = Temporal.PlainDateTime.from(text)
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  )
  const first = earlier as Temporal.ZonedDateTime
  const second = later as Temporal.ZonedDateTime
  if (!first.toPlainDateTime().equals(local)) return { kind: 'skipped' }
  const at = [first.epochMilliseconds, second.epochMilliseconds]
  return at[0] === at[1] ? { kind: 'once', at: at[0] } : { kind: 'repeated', at }
}

describe('a local time', () => {
  it.each([
    ['in winter', '2027-01-12T18:00', { kind: 'once', at: Date.UTC(2027, 0, 12, 17) }],
    ['in summer', '2027-05-04T18:00', { kind: 'once', at: Date.UTC(2027, 4, 4, 16) }],
    ['that clocks skip in spring', '2027-03-28T02:30', { kind: 'skipped' }],
    ['right after the skipped hour', '2027-03-28T03:00', { kind: 'once', at: Date.UTC(2027, 2, 28, 1) }],
    [
      'that clocks repeat in autumn',
      '2027-10-31T02:30',
      { kind: 'repeated', at: [Date.UTC(2027, 9, 31, 0, 30), Date.UTC(2027, 9, 31, 1, 30)] },
    ],
    ['on a day that does not exist', '2027-02-30T10:00', null],
    ['that is no time', 'soon', null],
  ])('%s, in Oslo', (_, text, expected) => {
    expect(findInstants(text, OSLO)).toEqual(expected)
  })

  it('that happens twice is the first; one that does not exist has no instant, and is stored as after the change', () => {
    expect(toInstant('2027-10-31T02:30', OSLO)).toBe(Date.UTC(2027, 9, 31, 0, 30))
    expect(toInstant('2027-03-28T02:30', OSLO)).toBeNull()
    expect(toNearestInstant('2027-03-28T02:30', OSLO)).toBe(Date.UTC(2027, 2, 28, 1, 30))
    expect(toNearestInstant('2027-05-04T18:00', OSLO)).toBe(Date.UTC(2027, 4, 4, 16))
  })

  it.each([
    [OSLO, '2027-03-28'],
    [OSLO, '2027-10-31'],
    ['America/New_York', '2027-03-14'],
    ['America/New_York', '2027-11-07'],
    ['Australia/Lord_Howe', '2027-04-04'],
    ['Australia/Lord_Howe', '2027-10-03'],
    ['America/St_Johns', '2027-11-07'],
    ['Pacific/Apia', '2011-12-30'],
    ['Asia/Kathmandu', '2027-06-01'],
    ['UTC', '2027-06-01'],
  ])('of %s is as Temporal finds it at every quarter hour around %s', (zone, date) => {
    for (let minutes = -24 * 60; minutes < 48 * 60; minutes += 15) {
      const text = new Date(Date.parse(`${date}T00:00Z`) + minutes * 60_000).toISOString().slice(0, 16)
      const instants = findInstants(text, zone)
      expect(instants, text).toEqual(findByTemporal(text, zone))
      for (const at of instants && instants.kind !== 'skipped' ? [instants.at].flat() : [])
        expect(toClockTime(at, zone), text).toBe(text)
    }
  })
})

describe('the time some hours before another', () => {
  const toText = (start: string, hours: number) =>
    toClockTime(subtractHours(toInstant(start, OSLO) ?? 0, hours, OSLO), OSLO)

  it.each([
    ['on the day after clocks go forward, a day', '2027-03-28T18:00', 24, '2027-03-27T18:00'],
    ['on the day after clocks go forward, 23 hours', '2027-03-28T18:00', 23, '2027-03-27T18:00'],
    ['on the day after clocks go forward, 25 hours', '2027-03-28T18:00', 25, '2027-03-27T16:00'],
    ['on the day after clocks go back, a day', '2027-10-31T18:00', 24, '2027-10-30T18:00'],
    ['on the day after clocks go back, 25 hours', '2027-10-31T18:00', 25, '2027-10-30T18:00'],
    ['over the change in spring, a week', '2027-04-01T09:30', 168, '2027-03-25T09:30'],
    ['over the change in autumn, a week', '2027-11-03T09:30', 168, '2027-10-27T09:30'],
    ['to a time that clocks skip', '2027-03-29T02:30', 24, '2027-03-28T03:30'],
    ['to a time that clocks repeat, the first', '2027-11-01T02:30', 24, '2027-10-31T02:30'],
    ['none', '2027-03-28T18:00', 0, '2027-03-28T18:00'],
  ])('is, %s before', (_, start, hours, expected) => {
    expect(toText(start, hours)).toBe(expected)
  })

  it('is the first of two instants that clocks show, and keeps seconds', () => {
    expect(subtractHours(Date.UTC(2027, 10, 1, 1, 30), 24, OSLO)).toBe(Date.UTC(2027, 9, 31, 0, 30))
    expect(subtractHours(Date.UTC(2027, 4, 4, 16, 0, 7), 48, OSLO)).toBe(Date.UTC(2027, 4, 2, 16, 0, 7))
  })

  it('is in UTC without a zone', () => {
    expect(subtractHours(Date.UTC(2027, 4, 4), 24, null)).toBe(Date.UTC(2027, 4, 3))
  })
})

/** The zones whose rules changed in 2025 and 2026, and what their clocks show at noon UTC on two days of 2027. */
describe('the rules of time zones that the project ships', () => {
  it.each([
    ['America/Winnipeg', '07:00', '07:00'],
    ['America/Inuvik', '06:00', '06:00'],
    ['America/Vancouver', '05:00', '05:00'],
    ['America/Edmonton', '06:00', '06:00'],
    ['Africa/Casablanca', '12:00', '12:00'],
    ['America/Havana', '08:00', '08:00'],
    ['America/Asuncion', '09:00', '09:00'],
    ['America/Coyhaique', '09:00', '09:00'],
    ['Europe/Oslo', '13:00', '14:00'],
  ])('are in effect, and of 2026f or later: %s', (zone, winter, summer) => {
    expect((process.versions.tz ?? '') >= '2026f').toBe(true)
    expect(toClockTime(Date.UTC(2027, 0, 16, 12), zone)).toBe(`2027-01-16T${winter}`)
    expect(toClockTime(Date.UTC(2027, 6, 16, 12), zone)).toBe(`2027-07-16T${summer}`)
  })
})
