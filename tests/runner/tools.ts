/** Runs the tools of node_modules on the project's own Node. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const ROOT = join(import.meta.dirname, '../..')

/** Count of passed tests or checks, and failures. */
export interface Result {
  passed: number
  /** One text each: where it is, its title and its message. */
  failures: string[]
}

/** Joins results. */
export function sum(results: Result[]): Result {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
  }
}

/** Repeats what failed, since the output above is long; prints the last line of a run and sets the exit code. */
export function printTotal({ passed, failures }: Result): void {
  for (const failure of failures) console.log(`✗ ${failure}\n`)
  const failed = failures.length
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Runs a tool and shows its output while it runs. Returns its exit code: 1 for one that does not start. */
export async function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(toBin(tool), args, { cwd: ROOT, stdio: 'inherit', env: buildEnv(env) })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${tool}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a tool and collects its output. */
export async function captureTool(tool: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(toBin(tool), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: buildEnv({}) })
  const exit = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  return { code, output: `${stdout}${stderr}`.trim() }
}

const toBin = (tool: string) => join(ROOT, 'node_modules/.bin', tool)

function buildEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` }
}
