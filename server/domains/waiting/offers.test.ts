import { expect, it } from 'vitest'
import { chooseFitting } from './offers.ts'

const choose = (free: number, ...seats: number[]) =>
  chooseFitting(
    free,
    seats.map((each, index) => ({ index, seats: each })),
  ).map(({ index }) => index)

it('free seats are offered in the order of the list', () => {
  expect(choose(2, 1, 1, 1)).toEqual([0, 1])
  expect(choose(0, 1)).toEqual([])
  expect(choose(5, 1)).toEqual([0])
})

it('who wants more seats than are left is skipped, and the next who fits is offered one', () => {
  expect(choose(1, 2, 1, 1)).toEqual([1])
  expect(choose(3, 2, 2, 1, 1)).toEqual([0, 2])
  expect(choose(4, 2, 2, 1)).toEqual([0, 1])
})
