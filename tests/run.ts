/**
 * Runs every check and every test and ends with one line that counts them. Arguments name the tests to run instead: by a part of
 * the file's path, or else by a part of the title. `--long` runs the tests in their large size.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks, STATIC_CHECKS } from './runner/checks.ts'
import { type Selection, select } from './runner/selection.ts'
import { type Count, printTotal, runTool, sum } from './runner/tools.ts'

const reports = mkdtempSync(join(tmpdir(), 'school-tests-'))
const args = process.argv.slice(2)
const names = args.filter((argument) => !argument.startsWith('--'))
const size = { TEST_SIZE: args.includes('--long') ? 'long' : 'short' }

printTotal(names.length > 0 ? await runNamed(names) : await runAll())
rmSync(reports, { recursive: true })

async function runAll(): Promise<Count> {
  const checks = runChecks(STATIC_CHECKS)
  const tests = await runVitest([])
  return sum([await checks, tests, await runPlaywright([])])
}

async function runNamed(names: string[]): Promise<Count> {
  const { vitest, playwright, title }: Selection = select(names)
  const counts: Count[] = []
  if (vitest.length > 0) counts.push(await runVitest([...vitest, ...(title ? ['-t', title] : [])]))
  if (playwright.length > 0) counts.push(await runPlaywright([...playwright, ...(title ? ['--grep', title] : [])]))
  const total = sum(counts)
  if (total.passed + total.failed > 0) return total
  console.error(`No test matches ${names.join(' ')}: neither the path of a file nor a title has it.`)
  return { passed: 0, failed: 1 }
}

async function runVitest(filter: string[]): Promise<Count> {
  const report = join(reports, 'vitest.json')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runTool('vitest', ['run', '--passWithNoTests', ...output, ...filter], size)
  const tests = readReport<VitestReport>(report) ?? { numPassedTests: 0, numFailedTests: 0 }
  return toCount(code, tests.numPassedTests, tests.numFailedTests)
}

async function runPlaywright(filter: string[]): Promise<Count> {
  const report = join(reports, 'playwright.json')
  const env = { ...size, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runTool('playwright', ['test', '--pass-with-no-tests', ...filter], env)
  const { stats } = readReport<PlaywrightReport>(report) ?? { stats: { expected: 0, unexpected: 0, flaky: 0 } }
  return toCount(code, stats.expected, stats.unexpected + stats.flaky)
}

/** Counts a runner that failed outside of its tests as one failure. */
function toCount(code: number, passed: number, failed: number): Count {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

/** Returns the report of a runner, or null where it ended before it wrote one. */
function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
