/** A browser on a school of its own: the real server as a process, its embedded database, its demo. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type ReadMail, readMails } from '../mails.ts'
import { FILLED } from './filled-school.ts'
import { endSchool, startSchool } from './school-process.ts'

export { expect }

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
      await cp(process.env[FILLED] ?? '', folder, { recursive: true })
      const school = await startSchool(folder, { LOG_LEVEL: 'warn', ...settings })
      await use({ address: school.address, dataDir: folder })
      await endSchool(school)
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
  expectedErrors: [
    async ({ page }, use) => {
      const expected: string[] = []
      const errors: string[] = []
      listen(page, errors)
      await use(expected)
      // A changed answer may still be on its way: its page stays open until it has been given.
      await page.unrouteAll({ behavior: 'wait' })
      expect(errors.filter((error) => !expected.some((part) => error.includes(part)))).toEqual([])
    },
    { auto: true },
  ],
})

function listen(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}
