import { expect, it } from 'vitest'
import { addDays, countDays, formatIso, readAsUtc } from './clock-time.ts'

it('a clock time is a date and a time to the minute, of a day that exists', () => {
  expect(readAsUtc('2027-05-04T18:00')).toBe(Date.UTC(2027, 4, 4, 18))
  for (const text of ['soon', '2027-02-30T10:00', '2027-05-04T24:30', '2027-05-04T18:00:00', '2027-05-04T18:00Z'])
    expect(readAsUtc(text), text).toBeNull()
})

it('an instant is written with the offset that its clock time has, and tells the two hours apart that clocks repeat', () => {
  const SUMMER = Date.UTC(2027, 4, 4, 16)
  expect(formatIso(SUMMER, '2027-05-04T18:00')).toBe('2027-05-04T18:00+02:00')
  expect(formatIso(SUMMER, '2027-05-04T13:30')).toBe('2027-05-04T13:30-02:30')
  expect(formatIso(SUMMER, '2027-05-04T16:00')).toBe('2027-05-04T16:00+00:00')
  const first = Date.UTC(2027, 9, 31, 0, 30)
  expect([first, first + 3_600_000].map((at) => formatIso(at, '2027-10-31T02:30'))).toEqual([
    '2027-10-31T02:30+02:00',
    '2027-10-31T02:30+01:00',
  ])
})

it('days are added to dates and counted between them across months and changes of the clock', () => {
  expect(addDays('2027-03-27', 7)).toBe('2027-04-03')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(countDays('2027-03-27', '2027-04-03')).toBe(7)
})
