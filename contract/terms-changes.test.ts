import { expect, it } from 'vitest'
import { describeChanges } from './terms-changes.ts'

const write = (move_fee: number, move_hours_before: number, substitute_hours_before: number) =>
  describeChanges({ move_fee, move_hours_before, substitute_hours_before }, (amount) => `$${amount.toFixed(2)}`)

it('moves and substitutes are described with their last moment and their fee, and not at all without rules', () => {
  expect(write(0, 0, 0)).toEqual([])
  expect(write(12.5, 48, 24)).toEqual([
    'You can move to another date of the class until 2 days before the start for a fee of $12.50.',
    'You can give your place to another person until 1 day before the start.',
  ])
  expect(write(12.5, 0, 0)).toEqual(['You can move to another date of the class for a fee of $12.50.'])
  expect(write(0, 36, 0)).toEqual(['You can move to another date of the class until 36 hours before the start.'])
  expect(write(0, 0, 5)).toEqual(['You can give your place to another person until 5 hours before the start.'])
})
