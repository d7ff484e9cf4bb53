/** A browser on a school of its own: the real server as a process, its embedded database, its demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type ReadMail, readMails } from '../mails.ts'

export { expect }

const ROOT = join(import.meta.dirname, '../..')

interface OfWorker {
  /** Settings beside those that every school of a test has. */
  settings: Record<string, string>
  /** A running demo school, one a worker: its address, and the folder of its data. */
  school: { address: string; dataDir: string }
  /** A name for tests that change what others count on: they get a school of their own. */
  apart: string
}

interface OfTest {
  /** Console errors that this test brings about on purpose, as parts of their text. */
  expectedErrors: string[]
  /** The next mail to an address that the school writes, waited for; each is answered once. */
  nextMailTo(email: string): Promise<ReadMail>
}

/** Tests against a running school. Any error on the console fails the test, unless it was announced. */
export const test = base.extend<OfTest, OfWorker>({
  settings: [{}, { scope: 'worker', option: true }],
  apart: ['', { scope: 'worker', option: true }],
  school: [
    async ({ browserName, settings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `school-${browserName}-`))
      const school = await start(folder, settings)
      await use({ address: school.address, dataDir: folder })
      school.process.kill('SIGTERM')
      await once(school.process, 'exit')
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ school }, use) => use(school.address),
  nextMailTo: async ({ school }, use) => {
    const read = new Set<string>()
    await use(async (email) => {
      let found: ReadMail | undefined
      const look = async () => {
        const mails = await readMails(school.dataDir)
        found = mails.find(({ to, raw }) => to?.some(({ address }) => address === email) && !read.has(raw))
        return found
      }
      await expect.poll(look).toBeDefined()
      if (!found) throw new Error(`no mail came to ${email}`)
      read.add(found.raw)
      return found
    })
  },
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

async function start(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ address: string; process: ChildProcess }> {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'production', ...settings }
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
