import { describe, expect, it } from 'vitest'
import { describeObstacle } from './selection-status.ts'

describe('a class that cannot be selected says why', () => {
  it.each([
    ['For students', 3, 'admin', undefined],
    ['For students', 0, 'instructor', undefined],
    ['Selected', 3, 'student', 'selected'],
    ['Enrolled', 0, 'student', 'enrolled'],
    ['Sold out', 0, 'student', undefined],
    ['Sold out', 0, null, undefined],
  ] as const)('%s: %d seats, role %s, status %s', (reason, seats, role, status) => {
    expect(describeObstacle(seats, role, status)).toBe(reason)
  })

  it.each(['student', null] as const)('and nothing where seats are free and the role is %s', (role) => {
    expect(describeObstacle(1, role)).toBeNull()
  })
})
