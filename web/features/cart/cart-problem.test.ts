import { expect, it } from 'vitest'
import type { CartProblem } from '#contract/cart.ts'
import { describeDate, describeNextStep, describeProblem } from './cart-problem.ts'

const START = Date.UTC(2027, 2, 6, 9)
const DATE = { _id: 'a', starts_at: START, starts: '2027-03-06T10:00', time_zone: 'Europe/Oslo', price: 149.5 }

it.each<[CartProblem, string, string]>([
  ['canceled', 'This date is canceled.', 'You can no longer enroll in this class without a date.'],
  ['over', 'This date is over.', 'This date is over.'],
  ['closed', 'You can no longer enroll in this date.', 'You can no longer enroll in this class without a date.'],
  ['sold_out', 'This date is sold out.', 'This class is sold out.'],
  ['unavailable', 'This class is no longer offered.', 'This class is no longer offered.'],
])('an item that is %s says so, of its date or of the class', (problem, ofDate, ofClass) => {
  expect(describeProblem({ problem, starts_at: START })).toBe(ofDate)
  expect(describeProblem({ problem, starts_at: null })).toBe(ofClass)
})

it('an item without a problem says nothing', () => {
  expect(describeProblem({ problem: null, starts_at: START })).toBeNull()
})

it('the next step is another date, or that there is none', () => {
  expect(describeNextStep({ problem: 'canceled', dates: [DATE] })).toBe('Choose another date.')
  expect(describeNextStep({ problem: 'canceled', dates: [] })).toBe('No other date has free seats.')
  expect(describeNextStep({ problem: 'dearer', dates: [DATE] })).toBe('Accept it, or choose another date.')
  expect(describeNextStep({ problem: 'dearer', dates: [] })).toBe('Accept it to pay.')
  for (const problem of ['unavailable', 'enrolled'] as const)
    expect(describeNextStep({ problem, dates: [] })).toBeNull()
})

it('a date to choose has its start and its price', () => {
  expect(describeDate(DATE, 2, '$')).toMatch(/^Sat, Mar 6.*10:00.*, \$149\.50$/)
  expect(describeDate({ ...DATE, starts_at: null, starts: null }, 2, '$')).toBe('Without a fixed date, $149.50')
})
