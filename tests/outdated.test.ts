import { expect, it } from 'vitest'
import { compareVersions, findNewest } from '../ops/outdated/versions.ts'

it('the newest version is found by its numbers, without previews and below a version that is held', () => {
  const versions = ['1.9.0', '1.10.0', '2.0.0-beta.1', '1.2.30', '0.99.99']
  expect(findNewest(versions)).toBe('1.10.0')
  expect(findNewest([...versions, '3.0.0'], '2.0.0')).toBe('1.10.0')
  expect(findNewest(['1.0.0-rc.1'])).toBeUndefined()
})

it.each([
  ['1.10.0', '1.9.9'],
  ['2.0.0', '1.99.99'],
  ['1.0.10', '1.0.9'],
])('%s is newer than %s', (newer, older) => {
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
  expect(compareVersions(older, newer)).toBeLessThan(0)
  expect(compareVersions(newer, newer)).toBe(0)
})
