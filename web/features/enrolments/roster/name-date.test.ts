import { expect, test } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { withClocks } from '../../../../testing/session-fields.ts'
import { nameDate } from './name-date.ts'

const DAY = 24 * 3_600_000
/** 18:00 in Oslo. */
const START = Date.UTC(2027, 4, 4, 16)

const session = (days: number) => {
  const starts_at = START + days * DAY
  return withClocks({ _id: `${days}`, starts_at, ends_at: starts_at + DAY / 12 })
}
const RUN = {
  starts: '2027-05-04T18:00',
  time_zone: 'Europe/Oslo',
  sessions: [session(0), session(7)],
  place: { name: 'Harbour Hall', address: '', latitude: null, longitude: null },
} as unknown as Run
const ELSEWHERE = { ...RUN, place: { name: 'Lighthouse', address: '', latitude: null, longitude: null } } as Run

test('a date is named by the session that comes next, and by its first one when all are over', () => {
  expect(nameDate(RUN, [RUN], START - DAY)).toContain('May 4')
  expect(nameDate(RUN, [RUN], START + DAY)).toContain('May 11')
  expect(nameDate(RUN, [RUN], START + 9 * DAY)).toContain('May 4')
})

test('dates at one place are named without it, so that a phone shows the whole name', () => {
  expect(nameDate(RUN, [RUN, RUN], START)).not.toContain('Harbour Hall')
  expect(nameDate(RUN, [RUN, ELSEWHERE], START)).toContain('Harbour Hall')
})
