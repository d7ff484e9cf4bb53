import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../ops/chromium.ts'
import { ensureDebianPackages } from '../../ops/debian.mjs'
import { expect, test } from './fixtures.ts'
import { asNewStudent, logOut } from './student.ts'

/** A browser with windows: chromium-headless-shell keeps no pages. Playwright switches it off. */
let browser: Browser
test.beforeAll(async () => {
  ensureDebianPackages('chromium')
  browser = await chromium.launch({ ...CHROMIUM, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
})
test.afterAll(() => browser.close())

declare global {
  interface Window {
    /** True if the browser has shown this page again as it was left. */
    isKept?: boolean
  }
}

const NEXT = '/robots.txt'

/** Opens another document in the tab. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.isKept = false
    window.addEventListener('pageshow', ({ persisted }) => {
      window.isKept = persisted
    })
  })
  await page.goto(NEXT)
}

const goBack = (page: Page) => page.evaluate(() => history.back())
const isKept = (page: Page) => page.evaluate(() => window.isKept)

const openContext = (baseURL: string) => browser.newContext({ baseURL, reducedMotion: 'reduce' })

test('Back shows a page as it was left, without loading it again', async ({ application }) => {
  const context = await openContext(application.url)
  const page = await context.newPage()
  for (const path of ['/', '/classes', '/instructors', '/login']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await leave(page)
    await goBack(page)
    await expect(page).toHaveURL(path)
    await expect.poll(() => isKept(page), path).toBe(true)
  }
  await context.close()
})

test('Back shows no page of a student who has logged out in another tab', async ({ application }) => {
  const context = await openContext(application.url)
  const page = await context.newPage()
  await asNewStudent(page)
  // The browser keeps the document of a public page, whatever it shows by now, and none that was loaded in the dashboard.
  await page.goto('/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const greeting = page.getByRole('heading', { name: /^Hello, / })
  await expect(greeting).toBeVisible()
  await leave(page)
  const other = await context.newPage()
  await logOut(other)
  await goBack(page)
  await expect(page).not.toHaveURL(NEXT)
  await expect.poll(() => isKept(page)).toBe(true)
  await expect(page).toHaveURL('/login')
  await expect(greeting).toBeHidden()
  await context.close()
})
