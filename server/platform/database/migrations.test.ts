import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from './database.ts'
import { readMigrations, readTableNames } from './migrations.ts'

it('the tables that the newest migration leaves behind are those of the tables in the code', () => {
  const meta = join(MIGRATIONS.migrationsFolder, 'meta')
  const [snapshot = '', ...others] = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  expect(others, 'only the newest snapshot is kept').toEqual([])
  const tables = Object.keys(JSON.parse(readFileSync(join(meta, snapshot), 'utf8')).tables)
  const newest = readMigrations().at(-1)
  expect(newest && readTableNames(newest).toSorted()).toEqual(tables.toSorted())
})

it('a table that a later migration renames has its former name before', () => {
  const [before] = readMigrations().filter(({ number }) => number === 8)
  expect(before && readTableNames(before)).toContain('public.tries')
})
