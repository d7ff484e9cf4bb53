/**
 * Runs every check and every test, then prints what failed, and one line that counts. Arguments name the tests to run instead: by a
 * part of the file's path, or else by a part of the title. `--long` runs the tests in their large size.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks, STATIC_CHECKS } from './runner/checks.ts'
import { findTemporaryFolder } from './runner/memory-folder.ts'
import { readPlaywrightReport, readVitestReport } from './runner/reports.ts'
import { type Selection, select } from './runner/selection.ts'
import { printTotal, type Result, runTool, sum } from './runner/tools.ts'

/** Everything temporary is in it, so that nothing stays in memory after tests that were interrupted. */
const folder = mkdtempSync(join(process.env.TMPDIR ?? findTemporaryFolder(), 'school-tests-'))
// Servers run as another user where root may not be one.
chmodSync(folder, 0o755)
process.env.TMPDIR = folder
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const args = process.argv.slice(2)
const names = args.filter((argument) => !argument.startsWith('--'))
const isLong = args.includes('--long')
/** Tests convert times by the same rules as the server. */
const ICU_TIMEZONE_FILES_DIR = join(import.meta.dirname, '../server/platform/zones')
const environment = {
  ICU_TIMEZONE_FILES_DIR,
  TEST_SIZE: isLong ? 'long' : 'short',
  TEST_FILES: isLong || names.length > 0 ? 'all' : 'quick',
}

printTotal(names.length > 0 ? await runNamed(names) : await runAll())

async function runAll(): Promise<Result> {
  const checks = runChecks(STATIC_CHECKS)
  const tests = await runVitest([])
  return sum([await checks, tests, await runPlaywright([])])
}

async function runNamed(names: string[]): Promise<Result> {
  const { vitest, playwright, title }: Selection = select(names)
  const results: Result[] = []
  if (vitest.length > 0) results.push(await runVitest([...vitest, ...(title ? ['-t', title] : [])]))
  if (playwright.length > 0) results.push(await runPlaywright([...playwright, ...(title ? ['--grep', title] : [])]))
  const total = sum(results)
  if (total.passed + total.failures.length > 0) return total
  return { passed: 0, failures: [`No test matches ${names.join(' ')}: neither the path of a file nor a title has it.`] }
}

async function runVitest(filter: string[]): Promise<Result> {
  const report = join(folder, 'vitest.json')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runTool('vitest', ['run', '--passWithNoTests', ...output, ...filter], environment)
  return readVitestReport(report, code)
}

async function runPlaywright(filter: string[]): Promise<Result> {
  const report = join(folder, 'playwright.json')
  const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runTool('playwright', ['test', '--pass-with-no-tests', ...filter], env)
  return readPlaywrightReport(report, code)
}
