import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { continueButton as button, introduce, PROVIDER as NAME, openWindow } from './sign-in-provider.ts'
import { newEmail, pressLogOut, register } from './student.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

for (const path of ['/login', '/signup']) {
  test(`on ${path} a new visitor signs in with a provider, and becomes a student with a record`, async ({
    page,
    messages,
  }) => {
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

test('a second sign-in uses the same account and returns to the page before it', async ({ page }) => {
  const email = newEmail()
  await page.goto('/login')
  await introduce(await openWindow(page), email)
  await expect(page).toHaveURL('/')
  await pressLogOut(page)
  await page.goto('/dashboard/enroll-class')
  await expect(page).toHaveURL('/login')
  await introduce(await openWindow(page), email, 'Somebody else')
  await expect(page).toHaveURL('/dashboard/enroll-class')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { name: 'Hello, Vera Lind' })).toBeVisible()
})

test('a second click focuses the open window instead of opening another', async ({ page, context, messages }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await button(page).click()
  await expect.poll(() => popup.evaluate(() => document.hasFocus())).toBe(true)
  expect(context.pages()).toHaveLength(2)
  await introduce(popup, newEmail())
  await expect(page).toHaveURL('/')
  await expect.poll(() => messages).toEqual(['User Login Successfully.'])
})

test('an e-mail that has an account with a password is refused, and that account does not change', async ({ page }) => {
  const email = await register(page)
  await pressLogOut(page)
  await page.goto('/login')
  await introduce(await openWindow(page), email)
  await expect(alert(page)).toHaveText(
    `An account with this e-mail address exists. Log in with its password, then connect ${NAME} in your profile.`,
  )
  await expect(page).toHaveURL('/login')
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
})

test('a blocked window shows a message, and the page stays usable', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')
  await button(page).click()
  await expect(alert(page)).toHaveText(
    `Your browser blocked the window of ${NAME}. Allow popups for this page and try again.`,
  )
  await expect(button(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
})

test('a closed window shows a message, and the next attempt succeeds', async ({ page }) => {
  await page.goto('/login')
  await (await openWindow(page)).close()
  await expect(alert(page)).toHaveText(`The window of ${NAME} was closed before you were signed in.`)
  await introduce(await openWindow(page), newEmail())
  await expect(page).toHaveURL('/')
})

test('a window that cannot message its opener signs in as well', async ({ page }) => {
  await page.goto('/login')
  const popup = await openWindow(page)
  await popup.evaluate(() => {
    window.opener = null
  })
  await introduce(popup, newEmail())
  await expect(page).toHaveURL('/')
})

test('a sign-in that is cancelled at the provider shows a message', async ({ page }) => {
  await page.goto('/signup')
  const popup = await openWindow(page)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: 'Cancel' }).click()])
  await expect(alert(page)).toHaveText(`You cancelled the sign-in with ${NAME}.`)
  await expect(button(page)).toBeEnabled()
})

test('a provider that cannot be opened shows a message, and so does one that does not respond in five minutes', async ({
  page,
  context,
}) => {
  const message = `${NAME} couldn't sign you in. Try again later, or use your e-mail and password.`
  await page.clock.install()
  await page.goto('/login')
  await context.route('**/oauth-popup/start?*', async (route) => {
    const nonce = new URL(route.request().url()).searchParams.get('popupNonce')
    const message = { type: 'better-auth:oauth-popup', nonce, error: { code: 'popup_sign_in_failed' } }
    const body = `<script>opener.postMessage(${JSON.stringify(message)}, location.origin); close()</script>`
    await route.fulfill({ contentType: 'text/html', body })
  })
  await button(page).click()
  await expect(alert(page)).toHaveText(message)
  await context.unroute('**/oauth-popup/start?*')
  const popup = await openWindow(page)
  await expect(alert(page)).toHaveCount(0)
  await Promise.all([popup.waitForEvent('close'), page.clock.fastForward('05:01')])
  await expect(alert(page)).toHaveText(message)
})

test('a message of another origin does not sign in', async ({ page }) => {
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
