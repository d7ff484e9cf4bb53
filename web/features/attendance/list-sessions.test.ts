import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { withClocks } from '../../../testing/session-fields.ts'
import { chooseSession, listSessions } from './list-sessions.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2027, 4, 4, 8)
const run = (...starts: number[]) => {
  const sessions = starts.map((at) =>
    withClocks({ _id: `${at}`, starts_at: NOW + at * HOUR, ends_at: NOW + (at + 1) * HOUR }),
  )
  return { time_zone: 'Europe/Oslo', sessions } as Run
}
const choose = (...runs: Run[]) => chooseSession(listSessions(runs, NOW))?.value

describe('the sessions of a class for attendance', () => {
  it('are those of all runs in order, and begin with their day', () => {
    const options = listSessions([run(-48, 8), run(-24, 24)], NOW)
    expect(options.map(({ value, hasBegun }) => [value, hasBegun])).toEqual([
      ['-48', true],
      ['-24', true],
      ['8', true],
      ['24', false],
    ])
    expect(options[2]?.label).toBe('Tue, May 4, 18:00–19:00 (Europe/Oslo)')
  })

  it('open with the latest one that has begun, otherwise with the first', () => {
    expect(choose(run(-48, 24), run(-24))).toBe('-24')
    expect(choose(run(48, 24))).toBe('24')
    expect(choose()).toBeUndefined()
  })
})
