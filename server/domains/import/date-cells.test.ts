import { expect, it } from 'vitest'
import { findDateOrder, readDate, readTime, toSession } from './date-cells.ts'

it.each([
  ['2027-05-04', '2027-05-04'],
  ['2027/5/4', '2027-05-04'],
  ['4.5.2027', '2027-05-04'],
  ['04/05/2027 18:00', '2027-05-04'],
  ['4-5-2027', '2027-05-04'],
  ['May 4, 2027', '2027-05-04'],
  ['4 September 2027', '2027-09-04'],
  ['29.2.2028', '2028-02-29'],
  ['29.2.2027', null],
  ['13/13/2027', null],
  ['4.5.27', null],
  ['tomorrow', null],
  ['4 Foo 2027', null],
  ['46146', null],
])('the date %s is read as %s where the day comes first', (text, date) => {
  expect(readDate(text, 'day-month')).toBe(date)
})

it('a date is read as month and day where the month comes first', () => {
  expect(readDate('5/4/2027', 'month-day')).toBe('2027-05-04')
  expect(readDate('2027-05-04', 'month-day')).toBe('2027-05-04')
  expect(readDate('13/1/2027', 'month-day')).toBeNull()
})

it.each([
  ['18:00', '18:00'],
  ['9.30', '09:30'],
  ['18:00:59', '18:00'],
  ['6 PM', '18:00'],
  ['6:30 p.m.', '18:30'],
  ['12 am', '00:00'],
  ['2027-05-04 18:00', '18:00'],
  ['2027-05-04', null],
  ['24:00', null],
  ['18:60', null],
  ['13 pm', null],
  ['18', null],
  ['', null],
])('the time %j is read as %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

it('an end before the start is on the next day, if the night is not too long', () => {
  const times = { date: '2027-05-04', start: '22:00', end: '02:00' }
  expect(toSession(times, 'Europe/Oslo')).toEqual({
    starts_at: Date.parse('2027-05-04T20:00Z'),
    ends_at: Date.parse('2027-05-05T00:00Z'),
    ...{ starts: '2027-05-04T22:00', ends: '2027-05-05T02:00' },
  })
  expect(toSession({ ...times, start: '10:00', end: '09:00' }, 'Europe/Oslo')).toBe('ends before it starts.')
})

it('of a time that clocks repeat it is the first, and one that they skip is refused', () => {
  const autumn = toSession({ date: '2027-10-31', start: '02:30', end: '05:00' }, 'Europe/Oslo')
  expect(autumn).toMatchObject({ starts_at: Date.parse('2027-10-31T00:30Z') })
  const spring = toSession({ date: '2027-03-28', start: '02:30', end: '05:00' }, 'Europe/Oslo')
  expect(spring).toBe('does not exist: the clocks go forward over it.')
})

it.each([
  [['03/04/2027', '03/25/2027'], 'month-day'],
  [['03/04/2027 18:00', '25/03/2027'], 'day-month'],
  [['03-04-2027', '3-25-2027'], 'month-day'],
  [['4.3.2027'], 'day-month'],
  [['2027-03-04', 'May 4, 2027', '03/03/2027', 'soon'], 'day-month'],
  [[], 'day-month'],
])('the order of %j is %s', (dates, order) => {
  expect(findDateOrder(dates)).toBe(order)
})

it.each([
  [['03/04/2027', '2027-05-06'], '03/04/2027 may be April 3 or March 4.'],
  [
    ['25/03/2027', '03/25/2027'],
    'the file has both 25/03/2027 and 03/25/2027. Rows of the other order have a problem.',
  ],
  [['4.3.2027', '03/25/2027'], 'the file has both 4.3.2027 and 03/25/2027. Rows of the other order have a problem.'],
])('the order of %j is asked', (dates, question) => {
  expect(findDateOrder(dates)).toEqual({ question })
})
