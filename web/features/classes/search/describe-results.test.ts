import { expect, test } from 'vitest'
import { describeEmpty, describeResults, describeSearch } from './describe-results.ts'

test('a search says how many classes it has found, and which of them it shows', () => {
  expect(describeResults({ total: 24, page: 1, isFiltered: false })).toBe('24 classes')
  expect(describeResults({ total: 1, page: 1, isFiltered: true })).toBe('1 class found')
  expect(describeResults({ total: 130, page: 3, isFiltered: true })).toBe('121 to 130 of 130 classes found')
  expect(describeResults({ total: 130, page: 9, isFiltered: true })).toBe('130 classes found')
})

test('the title names the instructor or the words', () => {
  expect(describeSearch({ applied: { q: 'fog' }, instructor: { _id: '1', name: 'Ada' } })).toBe('Classes by Ada')
  expect(describeSearch({ applied: { q: 'fog' }, instructor: null })).toBe('Classes for “fog”')
  expect(describeSearch({ applied: { level: 'any' }, instructor: { _id: null, name: null } })).toBe('Classes')
})

test('an empty result says what helps', () => {
  expect(describeEmpty({ applied: {}, instructor: { _id: '1', name: 'Ada' } }, 0)).toContain('no open classes')
  expect(describeEmpty({ applied: {}, instructor: { _id: null, name: null } }, 0)).toContain('no instructor with this')
  expect(describeEmpty({ applied: { q: 'x' }, instructor: null }, 0)).toContain('Try other words')
  expect(describeEmpty({ applied: {}, instructor: null }, 24)).toContain('page of the list is empty')
})
