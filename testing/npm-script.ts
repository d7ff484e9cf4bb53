/** Runs the npm scripts that work on a data folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '..')

/** Time limit of a script: it starts Node, and PostgreSQL. */
export const SCRIPT_TIMEOUT_MS = 60_000

/** Runs `npm run NAME -- ARGS` with these settings. Returns the exit code and what it printed. */
export async function runScript(
  [name, ...args]: [name: string, ...args: string[]],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings }
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], { cwd: ROOT, env })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  return { code, output: (await output).join('').trim() }
}
