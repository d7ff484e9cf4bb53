import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../testing/application.ts'
import { readStatements, STATEMENTS } from '../testing/databases/statements.ts'

/** A complete run sends about 1,000 of different forms. Fewer than this means that they were not recorded. */
const FEWEST = 500

it('the embedded database can plan every statement that a test sent to PostgreSQL', { timeout: 60_000 }, async () => {
  const statements = readStatements(process.env[STATEMENTS] ?? '')
  expect(statements.length).toBeGreaterThan(FEWEST)
  const { executeSql, close } = await createDatabase()
  onTestFinished(close)
  const rejected: string[] = []
  for (const statement of statements) {
    await executeSql(`explain (generic_plan) ${statement}`).catch((error: Error) => {
      rejected.push(`${statement}: ${error.message}`)
    })
  }
  expect(rejected).toEqual([])
})
