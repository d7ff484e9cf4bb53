import { expect, it } from 'vitest'
import { findShots } from '../ops/screenshots/shots.ts'

it('npm run screenshots has every page', () => {
  expect(findShots([]).length).toBeGreaterThan(60)
})
