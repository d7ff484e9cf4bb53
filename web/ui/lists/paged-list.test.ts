import { expect, test } from 'vitest'
import { describePage } from './paged-list.tsx'

const page = (count: number, total: number, first = 0) => ({ rows: Array.from({ length: count }), total, first })

test('a complete list has its number beside its title only', () => {
  expect(describePage(page(3, 3), 'users', false)).toBe('')
})

test('a page shows its place in the list', () => {
  expect(describePage(page(25, 56, 25), 'users', false)).toBe('26 to 50 of 56')
})

test('a search says what was found', () => {
  expect(describePage(page(1, 1), 'classes', true)).toBe('Classes found: 1')
  expect(describePage(page(25, 56), 'entries', true)).toBe('Entries found: 1 to 25 of 56')
})
