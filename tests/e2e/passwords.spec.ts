import type { Route } from '@playwright/test'
import { followReset, setNewPassword } from './emails.ts'
import { expect, test } from './fixtures.ts'
import { listMessages } from './messages.ts'
import { readStoredToken } from './provider.ts'
import { asNewStudent, inOtherTab, logIn, newEmail, PASSWORD } from './student.ts'

const NEW = 'Second@2020'

test('a new password says what it needs before it is refused', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    '6 characters or more, a capital letter, and one of ! @ # $ & *.',
  )
})

test('a user who forgot their password gets an e-mail, sets a new one and logs in with it; the old one is refused', async ({
  page,
  browser,
  baseURL,
  nextMailTo,
  expectedErrors,
}) => {
  // The signed-in page may request its role before the end of the test.
  expectedErrors.push('401')
  const email = await asNewStudent(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  const context = await browser.newContext({ baseURL })
  const messages = await listMessages(context)
  const forgetful = await context.newPage()
  await forgetful.goto('/login')
  await forgetful.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(forgetful).toHaveURL('/forgot-password')
  await followReset(forgetful, nextMailTo, email)
  await expect(forgetful).toHaveTitle('Photography School | Reset password')
  await setNewPassword(forgetful, NEW)
  await expect.poll(() => messages).toEqual(['Your new password is set.'])
  await expect(forgetful).toHaveURL('/login')
  await logIn(forgetful, email, PASSWORD)
  await expect(forgetful.getByRole('alert')).toBeVisible()
  await logIn(forgetful, email, NEW)
  await expect(forgetful).toHaveURL('/')
  await context.close()

  // The earlier session has ended.
  await page.goto('/dashboard/student-home')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a reset link works once, and a used one offers another', async ({ page, nextMailTo, expectedErrors }) => {
  // The new password ends the session of the page that sets it.
  expectedErrors.push('400', '401')
  const email = await asNewStudent(page)
  const link = await followReset(page, nextMailTo, email)
  await setNewPassword(page, NEW)
  await expect(page).toHaveURL('/login')
  await page.goto(link)
  await setNewPassword(page, 'Third@2021')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.goto('/login')
  await logIn(page, email, NEW)
  await expect(page).toHaveURL('/')
})

test('a token that was requested before the new password, and arrives after it in another tab, does not sign in', async ({
  page,
  nextMailTo,
}) => {
  const email = await asNewStudent(page)
  const held = Promise.withResolvers<Route>()
  await page.route('**/api/jwt', (route) => held.resolve(route))
  await page.goto('/')
  const route = await held.promise
  const late = await route.fetch()
  await inOtherTab(page, async (tab) => {
    await followReset(tab, nextMailTo, email)
    await setNewPassword(tab, NEW)
    await expect(tab).toHaveURL('/login')
  })
  const login = page.getByRole('link', { name: 'Login' }).first()
  await expect(login).toBeVisible()
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/jwt'))
  await route.fulfill({ response: late })
  await arrived
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await readStoredToken(page)).toBeNull()
  await expect(login).toBeVisible()
})

test('a link without its token says so, and search engines do not index the page', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('an e-mail without an account gets the same response as one with an account', async ({ page }) => {
  const answers: (string | null)[] = []
  for (const email of [await asNewStudent(page), newEmail()]) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    const status = page.getByRole('main').getByRole('status')
    await expect(status).toContainText('If that address has an account')
    answers.push(await status.textContent())
  }
  expect(answers[1]).toBe(answers[0])
})

test('the new password has the rules of registration, checked immediately', async ({ page }) => {
  await page.goto('/reset-password?token=any')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Ab@1')
  await expect(page.getByText('Password should have at least 6 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(NEW)
  await expect(page.getByText('Password and confirm password do not match')).toBeVisible()
  await page.getByLabel('Confirm Password', { exact: true }).fill(NEW)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an invalid e-mail shows a message before anything is sent', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('email is required')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await expect(page.getByText('Email should be an e-mail address')).toBeVisible()
})

test('the typed e-mail stays when the server cannot be reached, and the next attempt succeeds', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED')
  await page.goto('/forgot-password')
  await page.route('**/api/auth/request-password-reset', (route) => route.abort())
  await page.getByLabel('Email', { exact: true }).fill('patient@example.test')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('alert')).toContainText('Check your connection and try again.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('patient@example.test')
  await expect(page.getByText('is on its way')).toBeHidden()
  await page.unroute('**/api/auth/request-password-reset')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('is on its way')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a new password ends the sessions of other browsers only', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
  messages,
}) => {
  const email = await asNewStudent(page)
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, email, PASSWORD)
  await expect(other).toHaveURL('/')
  const token = await other.evaluate(() => localStorage.getItem('token'))

  await page.goto('/dashboard/profile')
  await page.getByLabel('Current Password').fill('Wrong@2019')
  await page.getByLabel('New Password').fill(NEW)
  await page.getByLabel('Confirm Password').fill(NEW)
  expectedErrors.push('400')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toHaveText('That is not your current password.')
  await expect(page.getByLabel('New Password')).toHaveValue(NEW)
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(() => messages).toEqual(['Updated SuccessFully'])
  await expect(page.getByLabel('New Password')).toHaveValue('')

  const address = `/api/user/${encodeURIComponent(email)}`
  const refused = await other.request.get(address, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status()).toBe(401)
  await other.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(other).toHaveURL('/login')
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await context.close()

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Payment History' }).click()
  await expect(page.getByText(/Total Payment/)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/dashboard/payment-history')
})
