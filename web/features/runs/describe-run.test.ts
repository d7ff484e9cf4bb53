import { describe, expect, test } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { withClocks } from '../../../testing/session-fields.ts'
import {
  describeCancellation,
  describeFurther,
  describeMinimum,
  describeStart,
  describeTaken,
  describeUndated,
  describeWhere,
} from './describe-run.ts'
import { sortRuns } from './sort-runs.ts'

const DAY = 24 * 3_600_000
/** 18:00 in Oslo. */
const START = Date.UTC(2027, 4, 4, 16)

const BEFORE = START - 9 * DAY

const session = (days: number) => {
  const starts_at = START + days * DAY
  return withClocks({ _id: `${days}`, starts_at, ends_at: starts_at + DAY / 12 })
}
const RUN: Run = {
  ...{ _id: 'run', time_zone: 'Europe/Oslo', online: false, price: 50, seats: 4, enroll: 2, last_moment: null },
  ...{
    starts: '2027-05-04T18:00',
    ends: '2027-05-04T20:00',
    last_moment_clock: null,
    decide_clock: '2027-05-03T18:00',
  },
  ...{ starts_at: START, ends_at: START + DAY / 12, sessions: [session(0)], minimum: 5, decide_at: START - DAY },
  place: { name: 'Harbour Hall', address: 'Quay 4', latitude: null, longitude: null },
}
const OPEN: Run = { ...RUN, _id: 'open', starts_at: null, ends_at: null, time_zone: null, sessions: [] }

describe('a date in words', () => {
  test('has its times in its own zone, its place and its seats', () => {
    expect(describeStart(RUN)).toBe('Tue, May 4, 2027, 18:00–20:00 (Europe/Oslo)')
    expect(describeFurther(RUN)).toBeNull()
    expect(describeFurther({ ...RUN, sessions: [session(0), session(7)] })).toBe(
      '1 more session on Tue, May 11, 2027, 18:00',
    )
    expect(describeFurther({ ...RUN, sessions: [0, 7, 14].map(session) })).toContain('2 more sessions, the last on')
    expect(describeWhere(RUN)).toBe('Harbour Hall, Quay 4')
    expect(describeTaken(RUN)).toBe('2 students, 4 of 6 seats left')
    expect(describeStart(OPEN)).toBe('Open: no dates yet')
  })

  test('says what its minimum needs: a decision, or nothing more', () => {
    expect(describeMinimum(RUN, BEFORE)).toEqual({
      text: '2 of 5 students needed, decide by Mon, May 3, 2027, 18:00',
      isUndecided: true,
    })
    expect(describeMinimum({ ...RUN, enroll: 5 }, BEFORE)).toEqual({ text: 'Minimum of 5 reached', isUndecided: false })
    expect(describeMinimum({ ...RUN, confirmed_at: 1 }, BEFORE)?.isUndecided).toBe(false)
    expect(describeMinimum({ ...RUN, minimum: null }, BEFORE)).toBeNull()
    expect(describeMinimum(RUN, START)).toBeNull()
  })

  test('says of seats without a date whether they are for sale, once the class has dates or their sale has ended', () => {
    expect(describeUndated(OPEN, true)).toEqual({
      text: 'For sale beside the dates: students can enroll without one.',
      isForSale: true,
    })
    expect(describeUndated({ ...OPEN, last_moment: START }, true, BEFORE)?.isForSale).toBe(true)
    const closed = { text: 'Students can no longer enroll without a date.', isForSale: false }
    expect(describeUndated({ ...OPEN, last_moment: START }, true, START)).toEqual(closed)
    expect(describeUndated(OPEN, false)).toBeNull()
    expect(describeUndated({ ...OPEN, canceled_at: 1 }, true)).toBeNull()
    expect(describeUndated(RUN, true)).toBeNull()
  })

  test('names the consequence of canceling it', () => {
    expect(describeCancellation(RUN, 'Grain')).toMatch(
      /^Grain, Tue, .*We e-mail its 2 students\. They get the full amount back, or choose credit or another date\.$/,
    )
    expect(describeCancellation({ ...RUN, enroll: 0 }, 'Grain')).toMatch(/No student is enrolled\.$/)
  })
})

test('dates are upcoming, past from their last end on, or canceled; open ones come last', () => {
  const past = { ...RUN, _id: 'past', starts_at: START - 9 * DAY, ends_at: START - 8 * DAY }
  const older = { ...RUN, _id: 'older', starts_at: START - 20 * DAY, ends_at: START - 19 * DAY }
  const canceled = { ...RUN, _id: 'canceled', canceled_at: 1 }
  const classes = [{ _id: 'class', className: 'Grain', runs: [OPEN, older, canceled, past, RUN] }]
  const groups = sortRuns(classes, START)
  const toIds = (entries: (typeof groups)['past']) => entries.map(({ run }) => run._id)
  expect(toIds(groups.upcoming)).toEqual(['run', 'open'])
  expect(toIds(groups.past)).toEqual(['past', 'older'])
  expect(toIds(groups.canceled)).toEqual(['canceled'])
  expect(sortRuns(classes, START + DAY).past).toHaveLength(3)
  const hasDates = (now: number) => sortRuns(classes, now).upcoming.map((entry) => entry.hasDates)
  expect([hasDates(START), hasDates(START + DAY)]).toEqual([[true, true], [false]])
})
