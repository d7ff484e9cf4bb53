/** A browser on a school of its own: the real server as a process, its embedded database, its demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

const ROOT = join(import.meta.dirname, '../..')

interface OfWorker {
  /** The address of a running demo school, one a worker. */
  address: string
}

interface OfTest {
  /** Console errors that this test brings about on purpose, as parts of their text. */
  expectedErrors: string[]
}

/** Tests against a running school. Any error on the console fails the test, unless it was announced. */
export const test = base.extend<OfTest, OfWorker>({
  address: [
    async ({ browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `school-${browserName}-`))
      const school = await start(folder)
      await use(school.address)
      school.process.kill('SIGTERM')
      await once(school.process, 'exit')
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ address }, use) => use(address),
  expectedErrors: async ({ page }, use) => {
    const expected: string[] = []
    const errors: string[] = []
    listen(page, errors)
    await use(expected)
    expect(errors.filter((error) => !expected.some((part) => error.includes(part)))).toEqual([])
  },
})

function listen(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

async function start(dataDir: string): Promise<{ address: string; process: ChildProcess }> {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'production' }
  const school = spawn(join(ROOT, 'node_modules/.bin/node'), ['server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => school.kill('SIGKILL'))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    school.stdout.on('data', (chunk) => {
      said += chunk
      const found = /The school is open at (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    school.on('exit', () => reject(new Error(`the school did not start: ${said}`)))
  })
  return { address, process: school }
}
