import { describe, expect, it } from 'vitest'
import { listProblems } from '../ops/mutate/mutation.ts'
import { MUTATIONS } from '../ops/mutate/mutations.ts'
import { ROOT } from './structure/source.ts'

describe('the mutations of `npm run mutate`', () => {
  it('each change one text of the code, and name tests that exist', () => {
    expect(listProblems(ROOT, MUTATIONS)).toEqual([])
  })

  it('each break a rule of their own', () => {
    expect(new Set(MUTATIONS.map(({ rule }) => rule)).size).toBe(MUTATIONS.length)
  })
})
