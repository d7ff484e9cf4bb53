import { expect, it } from 'vitest'
import { findShots } from '../ops/screenshots/shots.ts'
import { PATHS } from '../testing/paths.ts'

/** The first looks as `page`, and needs a newsletter that was sent. The second redirects to the home of the role. */
const LEFT_OUT = ['/newsletter/:slug', '/dashboard']

it('npm run screenshots has every page', () => {
  const shots = findShots([])
  expect(shots.length).toBeGreaterThan(60)
  expect(PATHS.filter((it) => !shots.some(({ path }) => path === it))).toEqual(LEFT_OUT)
})

it('npm run screenshots has a name for each', () => {
  const names = findShots([]).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
