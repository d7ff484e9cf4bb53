import { expect, it } from 'vitest'
import { listStatuses } from './list-statuses.ts'

const enrolled = (run: { ends_at: number | null; canceled_at?: number }) => ({
  classId: 'fog',
  run: { _id: 'first', ...run },
})

it('a class is selected or enrolled in, with the run', () => {
  expect(Object.fromEntries(listStatuses([{ classId: 'dunes', runId: 'a' }], [enrolled({ ends_at: null })]))).toEqual({
    dunes: { kind: 'selected', runId: 'a' },
    fog: { kind: 'enrolled', runId: 'first' },
  })
})

it.each([
  ['has ended', { ends_at: 100 }],
  ['is canceled', { ends_at: 200, canceled_at: 50 }],
])('another run can be selected once the first %s', (_, run) => {
  expect(listStatuses([], [enrolled(run)], 100).has('fog')).toBe(false)
  expect(listStatuses([{ classId: 'fog', runId: 'second' }], [enrolled(run)], 100).get('fog')?.kind).toBe('selected')
  expect(listStatuses([], [enrolled({ ends_at: 200 })], 100).has('fog')).toBe(true)
})
