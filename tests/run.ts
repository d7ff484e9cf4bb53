/** Runs every check and every test, one runner after the other, and sums them up in one last line. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'school-tests-'))
const long = process.argv.includes('--long')

interface Count {
  passed: number
  failed: number
}

const counts = [
  check('format and lint', 'biome', ['ci', '--error-on-warnings', '.']),
  check('types of the routes', 'react-router', ['typegen']),
  check('types', 'tsc', []),
  vitest(),
  playwright(),
]
rmSync(reports, { recursive: true })

const total = counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function check(what: string, tool: string, args: string[]): Count {
  console.log(`\n— ${what}`)
  const fine = runTool(tool, args) === 0
  return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 }
}

function vitest(): Count {
  console.log('\n— unit and server tests, on the embedded database and on PostgreSQL')
  const report = join(reports, 'vitest.json')
  const status = runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}

function playwright(): Count {
  console.log('\n— browser tests')
  const report = join(reports, 'playwright.json')
  const status = runTool('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats
  return { passed: expected, failed: status === 0 ? unexpected + flaky : Math.max(unexpected, 1) }
}

/** Runs a tool of node_modules on the project's own Node, its output shown; answers its exit code. */
function runTool(tool: string, args: string[], env: Record<string, string> = {}): number {
  const bin = join(ROOT, 'node_modules/.bin')
  const path = `${bin}:${process.env.PATH}`
  const size = long ? 'long' : 'short'
  const { status } = spawnSync(join(bin, tool), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path, TEST_SIZE: size },
  })
  return status ?? 1
}
