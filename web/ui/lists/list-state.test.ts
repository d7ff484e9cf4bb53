import { expect, it } from 'vitest'
import { parsePage, withChanges } from './list-state.ts'

it.each([
  [null, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['first', 1],
  ['1000001', 1],
])('reads ?page=%s as page %i', (text, page) => {
  expect(parsePage(text)).toBe(page)
})

it('sets parameters with a value, removes those without, and leaves the original alone', () => {
  const before = new URLSearchParams('q=harbour&page=2')
  const after = withChanges(before, { page: null, q: '', sort: 'price' })
  expect(`${after}`).toBe('sort=price')
  expect(`${before}`).toBe('q=harbour&page=2')
})
