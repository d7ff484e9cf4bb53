import type { Page } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { expect, test } from './school.ts'
import { newEmail, register } from './student.ts'
import { continueButton as button, introduce, THIRD_PARTY as NAME, openWindow } from './third-party.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

for (const path of ['/login', '/signup']) {
  test(`on ${path} a new visitor signs in with a third party, and is a student with a record`, async ({ page }) => {
    const messages = await messagesOf(page)
    const email = newEmail()
    await page.goto(path)
    const recorded = page.waitForRequest(
      (request) => request.url().endsWith('/api/users') && request.method() === 'POST',
    )
    await introduce(await openWindow(page), email)
    await expect.poll(() => messages).toEqual(['User Login Successfully.'])
    await expect(page).toHaveURL('/')
    const { userInfo } = (await recorded).postDataJSON()
    expect(userInfo).toMatchObject({ name: 'Vera Lind', email, role: 'student', created_at: expect.any(Number) })
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { name: 'Hello, Vera Lind' })).toBeVisible()
  })
}

test('whoever comes a second time finds the same account, and goes back to the page they came from', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/login')
  await introduce(await openWindow(page), email)
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'LogOut' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/dashboard/enroll-class')
  await expect(page).toHaveURL('/login')
  await introduce(await openWindow(page), email, 'Somebody else')
  await expect(page).toHaveURL('/dashboard/enroll-class')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { name: 'Hello, Vera Lind' })).toBeVisible()
})

test('a second press shows the window that is open instead of opening another', async ({ page, context }) => {
  const messages = await messagesOf(page)
  await page.goto('/login')
  const popup = await openWindow(page)
  await button(page).click()
  await expect.poll(() => popup.evaluate(() => document.hasFocus())).toBe(true)
  expect(context.pages()).toHaveLength(2)
  await introduce(popup, newEmail())
  await expect(page).toHaveURL('/')
  await expect.poll(() => messages).toEqual(['User Login Successfully.'])
})

test('an e-mail that has an account with a password is refused, and that account is left as it was', async ({
  page,
}) => {
  const email = await register(page)
  await page.getByRole('button', { name: 'LogOut' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/login')
  await introduce(await openWindow(page), email)
  await expect(alert(page)).toHaveText(
    `There is an account with this e-mail address already. Please log in with its password; you can connect ${NAME} in your profile.`,
  )
  await expect(page).toHaveURL('/login')
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
})

test('a window that the browser blocks is told, and the page stays usable', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')
  await button(page).click()
  await expect(alert(page)).toHaveText(
    `Your browser blocked the window of ${NAME}. Please allow popups for this page and try again.`,
  )
  await expect(button(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
})

test('a window that is closed is told, and the next try goes through', async ({ page }) => {
  await page.goto('/login')
  await (await openWindow(page)).close()
  await expect(alert(page)).toHaveText(`The window of ${NAME} was closed before you were signed in.`)
  await introduce(await openWindow(page), newEmail())
  await expect(page).toHaveURL('/')
})

test('a window that lost sight of its opener, and says nothing, has signed in all the same', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await popup.evaluate(() => {
    window.opener = null
  })
  await introduce(popup, newEmail())
  await expect(page).toHaveURL('/')
})

test('a sign-in that is cancelled there is told', async ({ page }) => {
  await page.goto('/signup')
  const popup = await openWindow(page)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: 'Cancel' }).click()])
  await expect(alert(page)).toHaveText(`You cancelled the sign-in with ${NAME}.`)
  await expect(button(page)).toBeEnabled()
})

test('a third party that cannot be begun with is told, and so is one that does not answer in five minutes', async ({
  page,
  context,
}) => {
  const words = `${NAME} could not sign you in. Please try again later, or use your e-mail and password.`
  await page.clock.install()
  await page.goto('/login')
  await context.route('**/oauth-popup/start?*', async (route) => {
    const nonce = new URL(route.request().url()).searchParams.get('popupNonce')
    const message = { type: 'better-auth:oauth-popup', nonce, error: { code: 'popup_sign_in_failed' } }
    const body = `<script>opener.postMessage(${JSON.stringify(message)}, location.origin); close()</script>`
    await route.fulfill({ contentType: 'text/html', body })
  })
  await button(page).click()
  await expect(alert(page)).toHaveText(words)
  await context.unroute('**/oauth-popup/start?*')
  const popup = await openWindow(page)
  await expect(alert(page)).toHaveCount(0)
  await Promise.all([popup.waitForEvent('close'), page.clock.fastForward('05:01')])
  await expect(alert(page)).toHaveText(words)
})

test('a message of a stranger signs nobody in', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await page.evaluate(() => {
    for (const nonce of ['', 'guessed', undefined])
      window.postMessage({ type: 'better-auth:oauth-popup', nonce, token: 'stolen' }, location.origin)
    window.postMessage('better-auth:oauth-popup', location.origin)
  })
  await button(page).click()
  expect(popup.isClosed()).toBe(false)
  await popup.close()
  await expect(alert(page)).toHaveText(`The window of ${NAME} was closed before you were signed in.`)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('stolen')
})
