import { expect, test } from 'vitest'
import { describeSeats } from './describe-seats.ts'

test('a class says how many of its seats are left, and that it is sold out', () => {
  expect(describeSeats({ seats: 3, enroll: 9 })).toBe('3 of 12 seats left')
  expect(describeSeats({ seats: 0, enroll: 8 })).toBe('0 of 8 seats left · sold out')
})
