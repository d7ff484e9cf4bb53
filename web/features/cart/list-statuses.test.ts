import { expect, it } from 'vitest'
import type { CartProblem } from '#contract/cart.ts'
import { isPayable, listStatuses } from './list-statuses.ts'

const enrolled = (run: { ends_at: number | null; canceled_at?: number }) => ({
  classId: 'fog',
  run: { _id: 'first', ...run },
})

const selected = (classId: string, runId: string, problem: CartProblem | null = null) => ({ classId, runId, problem })

it('a class is selected or enrolled in, with the run', () => {
  expect(Object.fromEntries(listStatuses([selected('dunes', 'a')], [enrolled({ ends_at: null })]))).toEqual({
    dunes: { kind: 'selected', runId: 'a', isReplaceable: false },
    fog: { kind: 'enrolled', runId: 'first' },
  })
})

it.each([
  ['has ended', { ends_at: 100 }],
  ['is canceled', { ends_at: 200, canceled_at: 50 }],
])('another run can be selected once the first %s', (_, run) => {
  expect(listStatuses([], [enrolled(run)], 100).has('fog')).toBe(false)
  expect(listStatuses([selected('fog', 'second')], [enrolled(run)], 100).get('fog')?.kind).toBe('selected')
  expect(listStatuses([], [enrolled({ ends_at: 200 })], 100).has('fog')).toBe(true)
})

it('a date that cannot be paid does not count as selected, and one that is dearer gives way to another date', () => {
  for (const problem of ['canceled', 'over', 'closed', 'sold_out', 'unavailable', 'enrolled'] as const) {
    expect(isPayable({ problem })).toBe(false)
    expect(listStatuses([selected('fog', 'a', problem)], []).has('fog')).toBe(false)
  }
  expect([null, 'dearer' as const].map((problem) => isPayable({ problem }))).toEqual([true, true])
  expect(listStatuses([selected('fog', 'a', 'dearer')], []).get('fog')).toMatchObject({ isReplaceable: true })
})
