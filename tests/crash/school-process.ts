/** The real server as a process of its own that can be killed, on a database that the test may open before and after it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PATIENCE_MS = 60_000

export const SECRET = 'a secret for tests, of enough characters'

export interface SchoolProcess {
  address: string
  /** The moment at which it ends, by whatever. */
  ended: Promise<unknown>
  kill(): void
  /** Closes it in order, and answers what it said last. */
  close(): Promise<string>
}

/** Starts the server; `crashAfter` writes to orders later it kills itself (never for 0). */
export async function startSchool(env: Record<string, string>, crashAfter = 0): Promise<SchoolProcess> {
  const args = ['--import', './ops/quick-imports.mjs', '--import', './tests/crash/stop-after.ts', 'server/main.ts']
  const settings = { DEMO: 'off', CARDS: 'sandbox', PORT: '0', SECRET, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...inherited, ...settings, ...env, CRASH_AFTER: `${crashAfter}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said = listen(child)
  const address = await said.address
  return {
    address,
    ended,
    kill: () => child.kill('SIGKILL'),
    async close() {
      child.kill('SIGTERM')
      await ended
      return said.all()
    },
  }
}

function listen(child: ChildProcess): { address: Promise<string>; all: () => string } {
  let all = ''
  const address = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the school did not open: ${all}`)), PATIENCE_MS)
    child.stdout?.on('data', (chunk) => {
      all += chunk
      const found = /http:\/\/[\d.]+:\d+/.exec(all)?.[0]
      if (!found) return
      clearTimeout(late)
      resolve(found)
    })
    child.once('exit', () => reject(new Error(`the school ended before it was open: ${all}`)))
  })
  return { address, all: () => all }
}
