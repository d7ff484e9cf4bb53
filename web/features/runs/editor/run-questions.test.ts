import { describe, expect, it } from 'vitest'
import type { NewRun, Run } from '#contract/runs.ts'
import { listQuestions } from './run-questions.ts'

const NOW = Date.UTC(2027, 4, 4, 16)
const run = (...starts: string[]) =>
  ({ time_zone: 'Europe/Oslo', sessions: starts.map((each) => ({ starts: each })) }) as NewRun
const stored = (enroll: number) => ({ enroll }) as Run
const titles = (...[draft, before, changes]: [NewRun, Run | null, Partial<NewRun> | null]) =>
  listQuestions(draft, before, changes, NOW).map(({ title }) => title)
const PAST = 'Is this date in the past?'

describe('a date that begins in the past', () => {
  it('asks, by the clocks of its zone and its first session', () => {
    expect(titles(run('2027-05-04T17:59'), null, null)).toEqual([PAST])
    expect(titles(run('2027-05-11T18:00', '2027-05-03T18:00'), null, null)).toEqual([PAST])
    expect(titles(run('2027-05-04T18:00', '2027-05-11T18:00'), null, null)).toEqual([])
    const [question] = listQuestions(run('2026-05-04T17:59'), null, null, NOW)
    expect(question).toMatchObject({
      action: 'Add date',
      text: expect.stringContaining('Mon, May 4, 2026, 17:59 (Europe/Oslo)'),
    })
  })

  it('asks before a change of its times only', () => {
    const past = run('2027-05-03T18:00')
    expect(titles(past, stored(0), { seats: 5 })).toEqual([])
    expect(titles(past, stored(0), { sessions: past.sessions })).toEqual([PAST])
    expect(titles(past, stored(0), { time_zone: 'Europe/Oslo' })).toEqual([PAST])
  })

  it('is no question for an open date, and in a zone that the browser does not know', () => {
    expect(titles(run(), null, null)).toEqual([])
    expect(titles({ ...run('2020-05-04T18:00'), time_zone: 'Europe/Atlantis' }, null, null)).toEqual([])
  })
})

it('a change that e-mails students asks after that', () => {
  const past = run('2027-05-03T18:00')
  expect(titles(past, stored(1), { sessions: past.sessions })).toEqual([PAST, 'E-mail 1 student?'])
  expect(titles(past, stored(2), { place: null })).toEqual(['E-mail 2 students?'])
  expect(titles(past, stored(2), { seats: 4 })).toEqual([])
})
