import type { Page } from '@playwright/test'
import { expectNoViolations } from '../e2e/accessibility.ts'
import { rowWith } from '../e2e/admin.ts'
import { setNewPassword } from '../e2e/emails.ts'
import { listMessages } from '../e2e/messages.ts'
import { logIn, newEmail, PASSWORD, pressLogOut, register } from '../e2e/student.ts'
import { expect, test } from './fixtures.ts'
import { ensureOpen, main, OWNER } from './school.ts'

const NEW_PASSWORD = 'Another@2019'
const PHOTO = 'https://photos.example.test/nora.jpg'

const portrait = (page: Page) => page.getByRole('banner').locator('img').first()

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
}

test.beforeEach(async ({ page, setupUrl, emulator }, { title }) => {
  if (!title.startsWith('the set-up')) await ensureOpen(page, setupUrl, emulator)
})

test('the set-up creates the owner at Firebase, and leads to Admin Home', async ({ page, setupUrl }) => {
  await page.goto(setupUrl)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Name').fill('Ada Lovelace')
  await field('Email').fill(OWNER)
  await field('Password').fill(PASSWORD)
  await field('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Next' }).click()
  await field('School Name').fill('Light & Lens')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Create school' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible()
  await expect(page).toHaveTitle('Light & Lens | Admin Home')
})

test('a student registers, logs out, which ends the token, and logs in again', async ({ page, expectedErrors }) => {
  expectedErrors.push('400')
  const email = await register(page)
  const token = await storedToken(page)
  const read = () => page.request.get(`/api/user/${email}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status()).toBe(200)
  await page.reload()
  await pressLogOut(page)
  expect((await read()).status()).toBe(401)
  await page.goto('/login')
  await logIn(page, email, 'Wrong@2019')
  await expect(page.getByRole('alert').first()).toHaveText('That e-mail address or password is wrong.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/dashboard/student-home')
})

test('registering an e-mail twice shows an error', async ({ page, expectedErrors }) => {
  expectedErrors.push('400')
  const email = await register(page)
  await pressLogOut(page)
  await fillRegistration(page, email)
  await expect(page.getByRole('alert').filter({ hasText: 'Auth Email Already in use.' })).toBeVisible()
})

test('the profile changes name, photo and password, confirms the e-mail, and shows no section that does not apply', async ({
  page,
  emulator,
  expectedErrors,
}) => {
  expectedErrors.push('400')
  const messages = await listMessages(page.context())
  const email = await register(page)
  await page.goto('/dashboard/profile')
  await expect(main(page).getByText('not confirmed yet')).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await expect(main(page).getByRole('heading', { name: /Second factor|Where you're logged in/ })).toHaveCount(0)
  await expectNoViolations(page)
  await main(page).getByLabel('Name', { exact: true }).fill('Nora Lind')
  await main(page).getByLabel('Photo Url', { exact: true }).fill(PHOTO)
  await main(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Nora Lind' })).toBeVisible()
  await expect(portrait(page)).toHaveAttribute('src', PHOTO)
  const change = async (current: string) => {
    await main(page).getByLabel('Current Password').fill(current)
    await main(page).getByLabel('New Password').fill(NEW_PASSWORD)
    await main(page).getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await main(page).getByRole('button', { name: 'Change password' }).click()
  }
  await change('Wrong@2019')
  await expect(main(page).getByRole('alert')).toHaveText('That is not your current password.')
  messages.length = 0
  // The new password must not come in the second of the sign-in, whose token Firebase would still accept.
  await page.route('**/accounts:update?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await route.continue()
  })
  await change(PASSWORD)
  await expect.poll(() => messages).toContain('Updated SuccessFully')
  const code = await emulator.readCode(email, 'VERIFY_EMAIL')
  await page.goto(`/api/auth/action?mode=verifyEmail&oobCode=${code}`)
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed. Thank you!')).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(main(page).getByText('confirmed', { exact: true })).toBeVisible()
  await pressLogOut(page)
  await page.goto('/login')
  await logIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL('/')
  await expect(portrait(page)).toHaveAttribute('src', PHOTO)
})

test('a link that confirms an address does so for its own account alone', async ({ page, emulator }) => {
  const victim = await register(page)
  const code = await emulator.readCode(victim, 'VERIFY_EMAIL')
  await pressLogOut(page)
  await page.goto(`/verify-email?token=${code}`)
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(page.getByRole('alert')).toHaveText('Log in with this e-mail address first. Then open the link again.')
})

test('a link resets a forgotten password once, and an unknown e-mail gets the same response', async ({
  page,
  emulator,
  expectedErrors,
}) => {
  expectedErrors.push('400')
  const email = await register(page)
  await pressLogOut(page)
  for (const address of ['nobody@example.test', email]) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(address)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible()
  }
  const link = `/api/auth/action?mode=resetPassword&oobCode=${await emulator.readCode(email, 'PASSWORD_RESET')}`
  await page.goto(link)
  await setNewPassword(page, NEW_PASSWORD)
  await expect(page).toHaveURL('/login')
  await logIn(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await setNewPassword(page, NEW_PASSWORD)
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
})

test('an account with a password is deleted by it, here and at Firebase', async ({ page, expectedErrors }) => {
  expectedErrors.push('400')
  const messages = await listMessages(page.context())
  const email = await register(page)
  await page.goto('/dashboard/profile')
  await main(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect.poll(() => messages).toContain('Your account is deleted.')
  await page.goto('/login')
  await logIn(page, email, PASSWORD)
  await expect(page.getByRole('alert').first()).toHaveText('That e-mail address or password is wrong.')
})

test('logging out in one tab logs out the other, and logging in follows too', async ({ page, context }) => {
  const email = await register(page)
  const other = await context.newPage()
  await other.goto('/classes')
  await expect(other.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  await pressLogOut(page)
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/login')
  await logIn(page, email, PASSWORD)
  await expect(other.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
})

test('an address that must be confirmed first is asked for, and its user signed in once the link is opened in another tab', async ({
  page,
  context,
  emulator,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  const json = { statusCode: 409, code: 'EMAIL_NOT_CONFIRMED', error: 'Conflict', message: 'Confirm your e-mail.' }
  await page.route('**/api/jwt', (route) => route.fulfill({ status: 409, json }), { times: 1 })
  const email = newEmail()
  await fillRegistration(page, email)
  await expect(main(page).getByRole('heading', { name: 'Confirm your e-mail', level: 1 })).toBeFocused()
  expect(await storedToken(page)).toBeNull()
  const first = await emulator.readCode(email, 'VERIFY_EMAIL')
  await main(page).getByRole('button', { name: 'Send again' }).click()
  await expect(main(page).getByRole('status')).toHaveText(`We've e-mailed a new link to ${email}.`)
  const code = await emulator.readCode(email, 'VERIFY_EMAIL')
  expect(code).not.toBe(first)
  const other = await context.newPage()
  await other.goto(`/api/auth/action?mode=verifyEmail&oobCode=${code}`)
  await other.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(other.getByText('Your e-mail address is confirmed. Thank you!')).toBeVisible()
  await expect(other.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
})

test('a change that requires a recent sign-in asks an admin for the password in a dialog, and is then made', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('403', '400')
  const email = await register(page)
  await pressLogOut(page)
  await page.goto('/login')
  await logIn(page, OWNER, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/all-users')
  const json = { statusCode: 403, code: 'REAUTH_REQUIRED', error: 'Forbidden', message: 'Confirm that it is you.' }
  await page.route('**/api/user/instructor/*', (route) => route.fulfill({ status: 403, json }), { times: 1 })
  const row = rowWith(page, email)
  await row.getByRole('button', { name: 'Make Instructor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const confirmWith = async (password: string) => {
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
  }
  await confirmWith('Wrong@2019')
  await expect(dialog.getByRole('alert')).toHaveText('That is not your current password.')
  await confirmWith(PASSWORD)
  await expect(row.getByRole('cell').nth(3)).toHaveText('instructor')
  await expect(dialog).toBeHidden()
})

test('an error of Firebase is one of our messages, and the typed values stay', async ({ page, expectedErrors }) => {
  expectedErrors.push('400')
  const json = { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } }
  await page.route('**/accounts:signUp?*', (route) => route.fulfill({ status: 400, json }))
  await fillRegistration(page, 'patient@example.test')
  const alert = page.getByRole('alert').filter({ hasText: 'Too many attempts. Wait a little and try again.' })
  await expect(alert).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('patient@example.test')
})
