/**
 * `npm run test:cluster`: the browser tests against demo schools on three instances, then the tests that stop and restart parts of one.
 * Arguments name files to run instead.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ON_CLUSTER } from '../e2e/application.ts'
import { readPlaywrightReport, readVitestReport } from '../runner/reports.ts'
import { printTotal, type Result, runTool, sum } from '../runner/tools.ts'

const SPECS = globSync('tests/e2e/*.spec.ts')
const TESTS = ['files', 'sharing', 'restarts', 'database'].map((name) => `tests/cluster/${name}.test.ts`)

const reports = mkdtempSync(join(tmpdir(), 'school-tests-'))
const names = process.argv.slice(2)
const choose = (files: string[]) =>
  files.filter((file) => names.length === 0 || names.some((name) => file.includes(name)))

const results: Result[] = []
const specs = choose(SPECS)
if (specs.length > 0) results.push(await runSpecs(specs))
const tests = choose(TESTS)
if (tests.length > 0) results.push(await runTests(tests))
rmSync(reports, { recursive: true })
printTotal(sum(results))

async function runSpecs(files: string[]): Promise<Result> {
  const report = join(reports, 'playwright.json')
  const env = { [ON_CLUSTER]: 'on', PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  return readPlaywrightReport(report, await runTool('playwright', ['test', '--workers=1', ...files], env))
}

async function runTests(files: string[]): Promise<Result> {
  const report = join(reports, 'vitest.json')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runTool('vitest', ['run', '--project', 'cluster', ...output, ...files], { TEST_FILES: 'cluster' })
  return readVitestReport(report, code)
}
