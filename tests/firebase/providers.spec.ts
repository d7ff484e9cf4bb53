import type { Page } from '@playwright/test'
import { setNewPassword } from '../e2e/emails.ts'
import { listMessages } from '../e2e/messages.ts'
import { logIn, newEmail, PASSWORD, pressLogOut, register } from '../e2e/student.ts'
import { expect, test } from './fixtures.ts'
import { choose, continueWithGoogle, openGoogle, stubGoogle } from './popup.ts'
import { ensureOpen, main } from './school.ts'

const alert = (page: Page) => main(page).getByRole('alert')
const connect = (page: Page) => main(page).getByRole('button', { name: 'Connect Google' })
const disconnect = (page: Page) => main(page).getByRole('button', { name: 'Disconnect Google' })

/** Signs in with Google, from /login. */
async function enterWithGoogle(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await continueWithGoogle(page, email)
  await expect(page).toHaveURL('/')
}

test.beforeEach(async ({ page, setupUrl, emulator }) => {
  await ensureOpen(page, setupUrl, emulator)
  await stubGoogle(page)
})

test('a visitor signs in with Google in a popup, comes back to the same account, and deletes it', async ({
  page,
  expectedErrors,
}) => {
  // The server has deleted the account before the browser.
  expectedErrors.push('400')
  const messages = await listMessages(page.context())
  const email = newEmail()
  await page.goto('/signup')
  await continueWithGoogle(page, email)
  await expect(page).toHaveURL('/')
  await pressLogOut(page)
  await page.goto('/dashboard/enroll-class')
  await expect(page).toHaveURL('/login')
  await continueWithGoogle(page, email)
  await expect(page).toHaveURL('/dashboard/enroll-class')
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Hello, Vera Lind' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect.poll(() => messages).toContain('Your account is deleted.')
  await expect(page).toHaveURL('/')
})

test('Google is connected, signs in to the same account, and is disconnected', async ({ page }) => {
  const email = await register(page)
  await page.goto('/dashboard/profile')
  await choose(await openGoogle(page, 'Connect Google'), email)
  await expect(disconnect(page)).toBeVisible()
  await pressLogOut(page)
  await enterWithGoogle(page, email)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Hello, Nora Berg' })).toBeVisible()
  await disconnect(page).click()
  await expect(connect(page)).toBeVisible()
})

test('a connection in a blocked or closed window, or of another account, shows a message and changes nothing', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('400')
  const other = newEmail()
  await enterWithGoogle(page, other)
  await pressLogOut(page)
  await register(page)
  await page.goto('/dashboard/profile')
  await choose(await openGoogle(page, 'Connect Google'), other)
  await expect(alert(page)).toHaveText('This sign-in belongs to another account.')
  await expect(connect(page)).toBeVisible()
  await (await openGoogle(page, 'Connect Google')).close()
  await expect(alert(page)).toHaveText('The window of Google was closed before you were signed in.')
  await page.evaluate(() => {
    window.open = () => null
  })
  await connect(page).click()
  await expect(alert(page)).toContainText('Your browser blocked the window of Google.')
  await expect(connect(page)).toBeEnabled()
})

test('the only way to sign in cannot be removed until a password is set by e-mail', async ({
  page,
  emulator,
  expectedErrors,
}) => {
  // The new password ends our token, and Firebase's session of this browser.
  expectedErrors.push('401', '400')
  const email = newEmail()
  await enterWithGoogle(page, email)
  await page.goto('/dashboard/profile')
  await disconnect(page).click()
  await expect(alert(page)).toContainText('your only way to sign in')
  await expect(main(page).getByLabel('Current Password')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText("we've e-mailed you a link to set a password.")).toBeVisible()
  await page.goto(`/api/auth/action?mode=resetPassword&oobCode=${await emulator.readCode(email, 'PASSWORD_RESET')}`)
  await setNewPassword(page, PASSWORD)
  await expect(page).toHaveURL('/login')
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/profile')
  await expect(main(page).getByLabel('Current Password')).toBeVisible()
  // Firebase ends the connections with a password that is set by e-mail.
  await expect(connect(page)).toBeVisible()
})

test('a user without a password confirms with Google, as themselves, and then deletes their account', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('409', '400')
  const messages = await listMessages(page.context())
  const email = newEmail()
  await enterWithGoogle(page, email)
  await page.goto('/dashboard/profile')
  const json = { statusCode: 409, code: 'NOT_CONFIRMED', error: 'Conflict', message: 'Please log out and in again.' }
  const requestDeletion = async () => {
    let isRefused = false
    await page.route('**/api/account/deletion', (route) => {
      if (isRefused || route.request().method() !== 'POST') return route.fallback()
      isRefused = true
      return route.fulfill({ status: 409, json })
    })
    await main(page).getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await requestDeletion()
  const other = newEmail()
  await choose(await openGoogle(page, 'Continue with Google'), other)
  await expect.poll(() => messages).toContain(`You are logged in as ${other} now. We changed nothing.`)
  await expect(dialog).toBeHidden()

  await requestDeletion()
  await choose(await openGoogle(page, 'Continue with Google'), other)
  await expect.poll(() => messages).toContain('Your account is deleted.')
  await expect(page).toHaveURL('/')
})

test('the owner of an address signs in with Google to an account that another person registered, who then has nothing of it', async ({
  page,
  browser,
  baseURL,
}) => {
  const victim = await register(page)
  const stolen = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` }
  await page.goto('about:blank')
  const context = await browser.newContext({ baseURL })
  const owner = await context.newPage()
  await stubGoogle(owner)
  await enterWithGoogle(owner, victim)
  expect((await page.request.get(`/api/user/${victim}`, { headers: stolen })).status()).toBe(401)
  await owner.goto('/dashboard/profile')
  await expect(main(owner).getByText('no password set')).toBeVisible()
  await pressLogOut(owner)
  await owner.goto('/login')
  await logIn(owner, victim, PASSWORD)
  await expect(owner.getByRole('alert').first()).toHaveText('That e-mail address or password is wrong.')
  await context.close()
})
