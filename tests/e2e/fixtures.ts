/** A browser on a demo application of its own: the real server as a process, with a database of its own, or several of them. */
import { test as base, expect, type Page } from '@playwright/test'
import { CHROMIUM_WITH_PICTURES } from '../../ops/chromium.ts'
import { readSentEmails, type SentEmail } from '../../testing/sent-emails.ts'
import { type BrowserApplication, startApplication } from './application.ts'
import { listMessages } from './messages.ts'

export { expect }

/** For the tests of a file whose pages load their pictures: a picture that is missing is a console error. */
export const withPictures = { launchOptions: CHROMIUM_WITH_PICTURES }

interface WorkerApplication extends Pick<BrowserApplication, 'url' | 'dataDir'> {
  /** Starts another one in its place, unless it is new. */
  renew(): Promise<void>
}

interface WorkerFixtures {
  /** Settings beside those that the application of every test has. */
  settings: Record<string, string>
  /** A running demo application for each worker. */
  application: WorkerApplication
}

interface TestFixtures {
  /** Console errors that this test causes on purpose, as parts of their text. */
  expectedErrors: string[]
  /** The toasts that the pages of the test have shown. */
  messages: string[]
  /** Waits for the next e-mail to an address. Returns each e-mail once. */
  nextMailTo(email: string): Promise<SentEmail>
}

/** Tests against a running application. Any console error fails the test, unless it is expected. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  application: [
    async ({ settings }, use) => {
      const application = await startApplication(settings)
      let isNew = true
      const renew = async () => {
        if (!isNew) {
          await application.stop()
          Object.assign(application, await startApplication(settings))
        }
        isNew = false
      }
      await use(Object.assign(application, { renew }))
      await application.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ application }, use) => use(application.url),
  messages: async ({ context }, use) => use(await listMessages(context)),
  nextMailTo: async ({ application }, use) => {
    const returned = new Set<string>()
    await use(async (email) => {
      let next: SentEmail | undefined
      const look = async () => {
        const mails = await readSentEmails(application.dataDir)
        next = mails.find(({ to, raw }) => to?.some(({ address }) => address === email) && !returned.has(raw))
        return next
      }
      await expect.poll(look).toBeDefined()
      if (!next) throw new Error(`no e-mail came to ${email}`)
      returned.add(next.raw)
      return next
    })
  },
  expectedErrors: [
    async ({ page }, use) => {
      const expected: string[] = []
      const errors: string[] = []
      collectErrors(page, errors)
      await use(expected)
      // A route may still be fulfilling a response: the page stays open until then.
      await page.unrouteAll({ behavior: 'wait' })
      expect(errors.filter((error) => !expected.some((part) => error.includes(part)))).toEqual([])
    },
    { auto: true },
  ],
})

function collectErrors(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

/**
 * Gives the tests of this file an application of its own, since they change data that others count on. The worker stays: its browser and
 * its modules take as long to load as the application takes to start. Call it before any other hook.
 */
export function haveOwnApplication(): void {
  test.beforeAll(({ application }) => application.renew())
}

/** Waits until a public page is hydrated: a test that changes its elements before then causes an error of React. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Toggle theme' })).toBeEnabled()
  await page.waitForLoadState('networkidle')
}
