import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sized } from '../testing/size.ts'
import { listTransitions } from './model/search/school.ts'
import { ACTIONS, search } from './model/search/search.ts'

const PAYMENTS = join(import.meta.dirname, '../server/domains/payments')

/** More than any state is away. */
const DEPTH = 100

describe('the orders of two students for the single seats of two runs', () => {
  const result = search({ orders: sized(2, 3), depth: DEPTH })

  it('break no rule in any state that can be reached, nor once no job has anything to do', () => {
    expect(result.broken).toBeNull()
    expect(result).toMatchObject({ isComplete: true, ...sized({ states: 14_568, atRest: 2_503, depth: 18 }, {}) })
  })

  it('take every transition of the state machines, and no other', () => {
    expect([...result.transitions].sort()).toEqual(listTransitions().sort())
  })

  it('are changed by every action, each of which is a verb of the code or of the card provider', () => {
    expect([...result.actions].sort()).toEqual(Object.keys(ACTIONS).sort())
    for (const { verb } of Object.values(ACTIONS)) {
      if (verb === null) continue
      const [file = '', name] = verb.split('#')
      expect(readFileSync(join(PAYMENTS, file), 'utf8'), verb).toContain(`export async function ${name}(`)
    }
  })
})
