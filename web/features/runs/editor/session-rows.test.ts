import { expect, test } from 'vitest'
import { EMPTY_TIMES, findEndDate, type SessionDraft } from './run-draft.ts'
import { countShift, repeatLast, shiftDraft } from './session-rows.ts'

const TIMES = { ...EMPTY_TIMES, date: '2027-03-23', start: '18:00', end: '20:00' }
const SESSION: SessionDraft = { _id: 'one', key: 'one', times: TIMES, rain: null }
const NONE = ''

test('every week, six times, writes six rows of their own, across a change of the clock', () => {
  const rows = repeatLast([SESSION], 6, 7)
  expect(rows.map(({ times }) => times.date)).toEqual([
    ...['2027-03-23', '2027-03-30', '2027-04-06', '2027-04-13', '2027-04-20', '2027-04-27'],
  ])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(6)
  expect(rows.map(({ _id }) => _id)).toEqual(['one', ...Array(5).fill(undefined)])
  expect(rows.every(({ times }) => times.start === '18:00' && times.end === '20:00')).toBe(true)
})

test('only the last row is repeated, with its rain date; a row without a date is not', () => {
  const rain = { ...TIMES, date: '2027-03-25' }
  const rows = repeatLast([SESSION, { key: 'two', times: { ...TIMES, date: '2027-03-24' }, rain }], 2, 14)
  expect(rows.map(({ times }) => times.date)).toEqual(['2027-03-23', '2027-03-24', '2027-04-07'])
  expect(rows[2]?.rain?.date).toBe('2027-04-08')
  const empty = [{ key: 'two', times: EMPTY_TIMES, rain: null }]
  expect(repeatLast(empty, 6, 7)).toBe(empty)
})

test('moving to a new first date keeps clock times, and moves the deadlines too', () => {
  const second = { key: 'two', times: { ...TIMES, date: '2027-03-30', endDate: '2027-03-31' }, rain: null }
  const draft = {
    sessions: [second, SESSION],
    lastMoment: '2027-03-21T12:00',
    decideAt: NONE,
  }
  const days = countShift(draft, '2027-04-02')
  expect(days).toBe(10)
  const moved = shiftDraft(draft, days ?? 0)
  expect(moved.sessions.map(({ times }) => [times.date, times.start, times.endDate])).toEqual([
    ['2027-04-09', '18:00', '2027-04-10'],
    ['2027-04-02', '18:00', ''],
  ])
  expect(moved.sessions[1]?._id).toBe('one')
  expect([moved.lastMoment, moved.decideAt]).toEqual(['2027-03-31T12:00', ''])
  expect(countShift({ sessions: [] }, '2027-04-02')).toBeNull()
})

test.each([
  ['18:00', '20:00', '2027-03-23'],
  ['22:00', '02:00', '2027-03-24'],
  ['18:00', '16:00', '2027-03-23'],
  ['18:00', '18:00', '2027-03-23'],
])('a session from %s to %s ends on %s: a night ends on the next day, a mistake does not', (start, end, expected) => {
  expect(findEndDate({ ...TIMES, start, end })).toBe(expected)
})
