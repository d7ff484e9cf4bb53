import { expect, it } from 'vitest'
import type { CartProblem } from '#contract/cart.ts'
import { isPayable, listStatuses } from './list-statuses.ts'

const START = { starts: '2027-05-04T18:00', time_zone: 'Europe/Oslo' }
const enrolled = (run: { ends_at: number | null; canceled_at?: number }) => ({
  classId: 'fog',
  run: { _id: 'first', ...START, ...run },
})

const selected = (
  classId: string,
  runId: string,
  problem: CartProblem | null = null,
  start: { starts: string | null; time_zone: string | null } = START,
) => ({
  ...{ classId, runId, problem, ...start },
})

it('a class is selected or enrolled in, with the run and its start', () => {
  const now = Date.UTC(2027, 0, 1)
  const open = selected('dunes', 'a', null, { ...START, starts: null })
  const statuses = listStatuses([open, selected('sea', 'b')], [enrolled({ ends_at: null })], [], now)
  expect(Object.fromEntries(statuses)).toEqual({
    dunes: { kind: 'selected', runId: 'a', date: null, isReplaceable: false },
    sea: { kind: 'selected', runId: 'b', date: 'Tue, May 4, 18:00', isReplaceable: false },
    fog: { kind: 'enrolled', runId: 'first', date: 'Tue, May 4, 18:00' },
  })
})

it.each([
  ['has ended', { ends_at: 100 }],
  ['is canceled', { ends_at: 200, canceled_at: 50 }],
])('another run can be selected once the first %s', (_, run) => {
  expect(listStatuses([], [enrolled(run)], [], 100).has('fog')).toBe(false)
  expect(listStatuses([selected('fog', 'second')], [enrolled(run)], [], 100).get('fog')?.kind).toBe('selected')
  expect(listStatuses([], [enrolled({ ends_at: 200 })], [], 100).has('fog')).toBe(true)
})

it('a waiting list counts where nothing else of the class does, and says where a seat is free', () => {
  const entry = { classId: 'fog', runId: 'a', state: 'waiting', seats: 1, takeable: false } as const
  const list = (...waiting: Parameters<typeof listStatuses>[2] & object) =>
    listStatuses([], [], waiting).get('fog')?.kind
  const readLabel = (more: { seats?: number; takeable?: boolean }) =>
    listStatuses([], [], [{ ...entry, ...more }]).get('fog')?.label
  expect(readLabel({})).toBe('On the waiting list')
  expect(readLabel({ seats: 2 })).toBe('On the waiting list for 2 seats')
  expect(readLabel({ takeable: true })).toBe('A seat is free for you')
  expect(readLabel({ seats: 2, takeable: true })).toBe('2 seats are free for you')
  expect(list(entry)).toBe('waiting')
  expect(list({ ...entry, state: 'offered', takeable: true })).toBe('offered')
  expect(list({ ...entry, state: 'expired' })).toBeUndefined()
  expect(listStatuses([selected('fog', 'a')], [], [entry]).get('fog')?.kind).toBe('selected')
})

it('a date that cannot be paid does not count as selected, and one that is dearer gives way to another date', () => {
  for (const problem of ['canceled', 'over', 'closed', 'sold_out', 'unavailable', 'enrolled'] as const) {
    expect(isPayable({ problem })).toBe(false)
    expect(listStatuses([selected('fog', 'a', problem)], []).has('fog')).toBe(false)
  }
  expect([null, 'dearer' as const].map((problem) => isPayable({ problem }))).toEqual([true, true])
  expect(listStatuses([selected('fog', 'a', 'dearer')], []).get('fog')).toMatchObject({ isReplaceable: true })
})
