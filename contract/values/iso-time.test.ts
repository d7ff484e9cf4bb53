import { expect, it } from 'vitest'
import { formatIso } from './iso-time.ts'

const SUMMER = Date.UTC(2027, 4, 4, 16)

it('writes a time with the offset that its zone has at that time', () => {
  expect(formatIso(SUMMER, 'Europe/Oslo')).toBe('2027-05-04T18:00+02:00')
  expect(formatIso(Date.UTC(2027, 0, 4, 17), 'Europe/Oslo')).toBe('2027-01-04T18:00+01:00')
  expect(formatIso(SUMMER, 'America/St_Johns')).toBe('2027-05-04T13:30-02:30')
  expect(formatIso(SUMMER, 'Asia/Kolkata')).toBe('2027-05-04T21:30+05:30')
  expect(formatIso(SUMMER, null)).toBe('2027-05-04T16:00+00:00')
})

it('tells the two hours apart that clocks repeat', () => {
  const first = Date.UTC(2027, 9, 31, 0, 30)
  expect([first, first + 3_600_000].map((at) => formatIso(at, 'Europe/Oslo'))).toEqual([
    '2027-10-31T02:30+02:00',
    '2027-10-31T02:30+01:00',
  ])
})
