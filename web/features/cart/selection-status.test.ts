import { describe, expect, it } from 'vitest'
import { describeObstacle } from './selection-status.ts'

const run = (seats: number, _id = 'first') => ({ _id, seats })
const offer = (seats: number, ownRun?: ReturnType<typeof run>) => ({
  schoolClass: { seats, runs: [run(seats)] },
  run: ownRun,
})
const selected = { kind: 'selected', runId: 'first', date: 'Tue, May 4, 18:00' } as const
const enrolled = { kind: 'enrolled', runId: 'first', date: null } as const

describe('a class that cannot be selected says why', () => {
  it.each([
    ['For students', 3, 'admin', undefined],
    ['For students', 0, 'instructor', undefined],
    ['Selected', 3, 'student', selected],
    ['Enrolled', 0, 'student', enrolled],
    ['Sold out', 0, 'student', undefined],
    ['Sold out', 0, null, undefined],
  ] as const)('%s: %d seats, role %s, status %o', (reason, seats, role, status) => {
    expect(describeObstacle(offer(seats), role, status)).toBe(reason)
  })

  it.each(['student', null] as const)('and nothing where seats are free and the role is %s', (role) => {
    expect(describeObstacle(offer(1), role)).toBeNull()
  })

  it('No open dates, where its last date has closed', () => {
    expect(describeObstacle({ schoolClass: { seats: 0, runs: [] }, run: undefined }, null)).toBe('No open dates')
  })
})

it('a card says which of several dates it has selected, and not where there is one or none to name', () => {
  const several = { schoolClass: { seats: 3, runs: [run(1), run(2, 'second')] }, run: undefined }
  expect(describeObstacle(several, 'student', selected)).toBe('Selected: Tue, May 4, 18:00')
  expect(describeObstacle(several, 'student', { ...selected, kind: 'enrolled' })).toBe('Enrolled: Tue, May 4, 18:00')
  expect(describeObstacle(several, 'student', enrolled)).toBe('Enrolled')
  expect(describeObstacle(offer(3), 'student', selected)).toBe('Selected')
})

it('another run can be selected where the selected one is dearer, which itself stays selected', () => {
  const dearer = { ...selected, isReplaceable: true }
  expect(describeObstacle(offer(3, run(3, 'second')), 'student', dearer)).toBeNull()
  expect(describeObstacle(offer(3, run(0, 'second')), 'student', dearer)).toBe('Sold out')
  expect(describeObstacle(offer(3, run(3)), 'student', dearer)).toBe('Selected')
  expect(describeObstacle(offer(3), 'student', dearer)).toBe('Selected')
})

it('a sold-out run says that the student waits, and others can be selected', () => {
  const waiting = { kind: 'waiting', runId: 'first', date: null, label: 'On the waiting list' } as const
  expect(describeObstacle(offer(0), 'student', waiting)).toBe('On the waiting list')
  expect(describeObstacle(offer(3, run(0, 'second')), 'student', waiting)).toBe('Sold out')
  expect(describeObstacle(offer(3, run(3, 'second')), 'student', waiting)).toBeNull()
  expect(describeObstacle(offer(3), 'student', waiting)).toBeNull()
})

describe('a run that cannot be selected says why', () => {
  it('has seats of its own', () => {
    expect(describeObstacle(offer(3, run(0)), null)).toBe('Sold out')
    expect(describeObstacle(offer(3, run(3)), null)).toBeNull()
  })

  it.each([
    ['Selected', run(3), selected],
    ['Another date selected', run(3, 'second'), selected],
    ['Enrolled', run(0), enrolled],
    ['Enrolled in another date', run(0, 'second'), enrolled],
  ] as const)('%s', (reason, ownRun, status) => {
    expect(describeObstacle(offer(3, ownRun), 'student', status)).toBe(reason)
  })
})
