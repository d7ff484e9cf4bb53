/** Runs test files in a copy of the project and reads which test failed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Longer than any of the tests takes. */
const TIMEOUT_MS = 240_000

/** `failed` names the first test that failed. `broken` is a run that ended without a result, such as a syntax error. */
export type TestRun = { passed: number } | { failed: string } | { broken: string }

/** Runs test files, up to the first failure in each project. */
export async function runTests(folder: string, tests: string[]): Promise<TestRun> {
  let passed = 0
  for (const [project, files] of Map.groupBy(tests, findProject)) {
    const run = await runProject(folder, project, files)
    if (!('passed' in run)) return run
    passed += run.passed
  }
  return { passed }
}

function findProject(test: string): string {
  return /^(server|demo)\//.test(test) ? 'embedded' : 'unit'
}

async function runProject(folder: string, project: string, tests: string[]): Promise<TestRun> {
  const report = join(folder, 'mutation-report.json')
  rmSync(report, { force: true })
  const output = ['--reporter=json', `--outputFile=${report}`]
  const vitest = spawn(
    join(folder, 'node_modules/.bin/vitest'),
    ['run', '--project', project, '--bail', '1', ...output, ...tests],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: TIMEOUT_MS },
  )
  const stop = () => vitest.kill()
  process.once('exit', stop)
  let errors = ''
  vitest.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(vitest, 'close')
  process.off('exit', stop)
  return readReport(report, code) ?? { broken: errors.trim() || `vitest ended with ${code}` }
}

interface Report {
  numPassedTests: number
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Returns null for a run that neither passed nor has a failed test. */
function readReport(file: string, code: number | null): TestRun | null {
  if (!existsSync(file)) return null
  const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(file, 'utf8'))
  const failed = testResults.flatMap((result) => result.assertionResults).find(({ status }) => status === 'failed')
  if (failed) return { failed: failed.fullName.trim() }
  if (code === 0 && numPassedTests > 0) return { passed: numPassedTests }
  const message = testResults.map((result) => result.message).find(Boolean)
  return message ? { broken: message } : null
}
