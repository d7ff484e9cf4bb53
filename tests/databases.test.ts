import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RUNS_TWICE } from '../testing/databases/runs-twice.ts'
import { ROOT } from './structure/source.ts'

const toDomain = (path: string) => path.split('/')[2]

const find = (pattern: string) => globSync(pattern, { cwd: ROOT })

describe('tests that run on both databases', () => {
  it('exist', () => {
    const missing = Object.keys(RUNS_TWICE).filter((pattern) => find(pattern).length === 0)
    expect(missing).toEqual([])
  })

  it('include one at least of each domain that has a table', () => {
    const tested = new Set(Object.keys(RUNS_TWICE).flatMap(find).map(toDomain))
    expect(find('server/domains/**/*.table.ts').filter((table) => !tested.has(toDomain(table)))).toEqual([])
  })

  it('include each test of a migration', () => {
    const migrations = find('server/**/*-migration.test.ts')
    expect(migrations.length).toBeGreaterThan(8)
    expect(find(Object.keys(RUNS_TWICE).find((pattern) => pattern.includes('migration')) ?? '')).toEqual(migrations)
  })
})
