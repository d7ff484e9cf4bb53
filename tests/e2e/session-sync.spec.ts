import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { demoCalls } from './demo-people.ts'
import { followReset, setNewPassword } from './emails.ts'
import { expect, test } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import { asNewStudent, logIn, logOut, newEmail, PASSWORD, pressLogOut, register } from './student.ts'

const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const wake = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const newToken = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/jwt') && response.status() === 200)

/** Makes a user an instructor, as an admin elsewhere. */
async function makeInstructor(application: { url: string }, email: string): Promise<void> {
  const { call } = await demoCalls(application, 'admin')
  const { _id: id } = await call(api.getUser, { params: { email } })
  expect(await call(api.makeInstructor, { params: { id } })).toEqual({ modifiedCount: 1 })
}

test('logging in in one tab redirects the other tab from the login', async ({ page, context }) => {
  const email = await register(page)
  await pressLogOut(page)
  await page.goto('/dashboard/payment-history')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, email, PASSWORD)
  await expect(other).toHaveURL('/')
  await expect(page).toHaveURL('/dashboard/payment-history')
  await expect(page.getByRole('heading', { name: /Payment History/ })).toBeVisible()
})

test('logging out in the dashboard opens the home page, on a slow device too', async ({ page, context }) => {
  test.slow()
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
  const device = await context.newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await pressLogOut(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page.getByRole('heading', { name: 'Top Popular Classes' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a call that a slow logout aborts is not made again', async ({ page }) => {
  await asNewStudent(page)
  let calls = 0
  await page.route('**/api/enroll/classes/**', async (route) => {
    calls++
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue().catch(() => undefined)
  })
  // The session has ended at the server long before the response comes.
  await page.route('**/api/auth/sign-out', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.fulfill({ response })
  })
  await page.goto('/dashboard/enroll-class')
  await expect.poll(() => calls).toBe(1)
  await pressLogOut(page)
  expect(calls).toBe(1)
})

test('a logout at the moment in which the link to the cart appears sends no call of the ended session', {
  tag: EMBEDDED,
}, async ({ page }) => {
  await asNewStudent(page)
  // The link is rendered, and its queries start only after the key is pressed.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[aria-label^="Cart:"]')) return
      observer.disconnect()
      console.log('rendered')
      const { scheduling } = navigator as Navigator & { scheduling: { isInputPending(): boolean } }
      const end = performance.now() + 5000
      while (!scheduling.isInputPending() && performance.now() < end);
    }).observe(document, { subtree: true, childList: true })
  })
  const shown = Promise.withResolvers<void>()
  await page.route('**/assets/cart-link*.js', async (route) => {
    await shown.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'LogOut' }).first().focus()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const rendered = page.waitForEvent('console', (message) => message.text() === 'rendered')
  shown.resolve()
  await rendered
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  const late = calls.slice(calls.indexOf('/api/auth/sign-out'))
  expect(late).toContain('/api/auth/sign-out')
  expect(late.filter((path) => /cart$|enroll/.test(path))).toEqual([])
})

test('a call that waits for its response when a password is reset is aborted, and no token is requested', {
  tag: EMBEDDED,
}, async ({ page, nextMailTo }) => {
  const email = await asNewStudent(page)
  const ended = Promise.withResolvers<void>()
  let calls = 0
  await page.route(/\/api\/cart\b/, async (route) => {
    calls++
    await ended.promise
    await route.continue().catch(() => undefined)
  })
  await followReset(page, nextMailTo, email)
  await expect.poll(() => calls).toBe(2)
  await setNewPassword(page, PASSWORD)
  await expect(page).toHaveURL('/login')
  ended.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
})

test('a theme chosen in one tab applies to the other tab', async ({ page, context }) => {
  await page.goto('/classes')
  const other = await context.newPage()
  await other.goto('/')
  for (const theme of ['dark', 'light']) {
    await page.getByRole('button', { name: 'Toggle theme' }).click()
    await expect(other.locator('html')).toHaveAttribute('data-theme', theme)
  }
})

test('the token is renewed once before it expires', async ({ page }) => {
  await page.clock.install()
  await asNewStudent(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  const before = await token(page)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/jwt')) requests++
  })
  await page.clock.fastForward('23:00')
  expect(requests).toBe(0)
  await Promise.all([newToken(page), page.clock.fastForward('01:30')])
  await expect.poll(() => token(page)).not.toBe(before)
  // A clock that is 24 minutes ahead must not cause another renewal.
  await page.clock.fastForward('00:20')
  expect(requests).toBe(1)
})

test('a tab that was suspended until the token had expired continues to work', async ({ page }) => {
  await page.clock.install()
  await asNewStudent(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await page.clock.setSystemTime(Date.now() + 31 * 60_000)
  await Promise.all([newToken(page), wake(page)])
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Hello, Nora Berg' })).toBeVisible()
})

test('a tab that becomes visible after its session ended redirects to the login', { tag: EMBEDDED }, async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('401')
  await page.clock.install()
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible()
  await context.clearCookies()
  await page.clock.setSystemTime(Date.now() + 31 * 60_000)
  await wake(page)
  await expect(page).toHaveURL('/login')
  expect(await token(page)).toBeNull()
})

test('a refused token exchange means that the user is signed out, and shows no error', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('401')
  await register(page)
  const json = { statusCode: 401, code: 'NOT_SIGNED_IN', error: 'Unauthorized', message: 'Please log in first.' }
  await page.route('**/api/jwt', (route) => route.fulfill({ status: 401, json }))
  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(await token(page)).toBeNull()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('a promotion shows in the student’s open tab', async ({ page, application, expectedErrors }) => {
  // A call for students that is sent at that moment is refused.
  expectedErrors.push('403')
  await page.clock.install()
  const email = await asNewStudent(page)
  await page.goto('/dashboard/profile')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'Student Home' })).toBeVisible()
  await expect(page.getByRole('definition').nth(2)).toHaveText('student')
  await makeInstructor(application, email)
  await page.clock.fastForward('00:15')
  await expect(menu.getByRole('link', { name: 'Instructor Home' })).toBeVisible()
  await expect(page.getByRole('definition').nth(2)).toHaveText('instructor')
  await menu.getByRole('link', { name: 'My Class' }).click()
  await expect(page.getByText("You haven't added a class yet.")).toBeVisible()
})

test('a promotion shows at the next navigation in the dashboard, without a logout', async ({ page, application }) => {
  // The regular refresh is paused in this tab.
  await page.addInitScript(() => {
    const real = window.setInterval
    const none = (act: TimerHandler, pause?: number) => (pause === 15_000 ? 0 : real(act, pause))
    window.setInterval = none as typeof window.setInterval
  })
  const email = await asNewStudent(page)
  await page.goto('/dashboard/student-home')
  await expect(page.getByRole('heading', { name: 'Hello, Nora Berg' })).toBeVisible()
  await makeInstructor(application, email)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Payment History' }).click()
  const dashboard = page.getByRole('link', { name: 'Dashboard' }).first()
  await expect(dashboard).toHaveAttribute('href', '/dashboard/instructor-home')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  const message = page.getByText('You are now an instructor. Your pages are under Dashboard.')
  await expect(message).toBeVisible()
  // Another user of the tab has another role, and no role has changed.
  await expect(message).toHaveCount(0, { timeout: 15_000 })
  await dashboard.click()
  await logOut(page)
  await page.goto('/login')
  await logIn(page, 'admin@demo.school', 'Demo@2019')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  await expect(page.getByText('You are now')).toHaveCount(0)
})

test('a visitor registers with the keyboard only', async ({ page, messages }) => {
  const email = newEmail()
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Register', exact: true })).toBeEnabled()
  for (const [label, text] of [
    ['Name', 'Nora Berg'],
    ['Email', email],
    ['Password', PASSWORD],
    ['Confirm Password', PASSWORD],
    ['Photo Url', ''],
  ] as const) {
    await expect(async () => {
      await page.keyboard.press('Tab')
      expect(await focused()).toBe(label)
    }).toPass({ intervals: [0] })
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => messages).toEqual(['User Login Successfully.'])
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeFocused()
})
