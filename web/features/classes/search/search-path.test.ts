import { expect, test } from 'vitest'
import { toParams, toSearchPath } from './search-path.ts'

test('the path of a search has its parameters, without empty ones and the first page', () => {
  expect(toSearchPath(Object.entries({ q: 'a & b', level: '', page: '1' }))).toBe('/classes?q=a+%26+b')
  expect(toSearchPath(Object.entries({ level: 'any', page: '2' }))).toBe('/classes?level=any&page=2')
  expect(toSearchPath([])).toBe('/classes')
})

test('an unknown instructor is no parameter', () => {
  expect(toParams({ applied: { price_max: 50 }, instructor: { _id: null, name: null } })).toEqual({ price_max: '50' })
  expect(toParams({ applied: {}, instructor: { _id: '1', name: 'Ada' } })).toEqual({ instructor: '1' })
})
