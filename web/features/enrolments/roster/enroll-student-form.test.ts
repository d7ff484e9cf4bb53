import { expect, it } from 'vitest'
import { chooseDate } from './enroll-student-form.tsx'

const OVER = { seats: 3, ends_at: 90 }
const FULL = { seats: 0, ends_at: 110 }
const FREE = { seats: 1, ends_at: 120 }
const OPEN = { seats: 1, ends_at: null }

it('an admin enrolls a student in the first date with a free seat that is not over', () => {
  expect(chooseDate([OVER, FULL, FREE, OPEN], 100)).toBe(FREE)
  expect(chooseDate([OVER, FULL, OPEN], 100)).toBe(OPEN)
})

it('without such a date, the first one is chosen', () => {
  expect(chooseDate([OVER, FULL], 100)).toBe(OVER)
  expect(chooseDate([], 100)).toBeUndefined()
})
