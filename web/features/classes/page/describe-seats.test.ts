import { describe, expect, it } from 'vitest'
import { describeSeats } from './describe-date.ts'

describe('the seats of a class', () => {
  it('are those of the runs that can be enrolled in, and sold out where none is left', () => {
    expect(describeSeats([{ seats: 3, enroll: 9 }])).toBe('3 of 12 seats left')
    expect(describeSeats([...[{ seats: 0, enroll: 8 }], { seats: 5, enroll: 0 }])).toBe('5 of 13 seats left')
    expect(describeSeats([{ seats: 1, enroll: 0 }])).toBe('1 of 1 seat left')
    expect(describeSeats([{ seats: 0, enroll: 8 }])).toBe('0 of 8 seats left · sold out')
  })

  it('are not sold out where no date is open', () => {
    expect(describeSeats([])).toBe('No open dates')
  })
})
