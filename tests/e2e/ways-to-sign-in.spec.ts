import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { findLink, RESET, setNewPassword } from './emails.ts'
import { expect, test } from './fixtures.ts'
import { enterWith, fillIn, introduce, openWindow, PROVIDER } from './sign-in-provider.ts'
import { asNewStudent, logIn, newEmail, PASSWORD, pressLogOut } from './student.ts'

const main = (page: Page) => page.getByRole('main')
const connect = (page: Page) => main(page).getByRole('button', { name: `Connect ${PROVIDER}` })
const disconnect = (page: Page) => main(page).getByRole('button', { name: `Disconnect ${PROVIDER}` })
const alert = (page: Page) => main(page).getByRole('alert')

/** Connects an identity of the provider. */
async function connectAs(page: Page, email: string): Promise<void> {
  await connect(page).click()
  await expect(page.getByRole('heading', { name: PROVIDER })).toBeVisible()
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a provider is connected, signs in to the same account, and is disconnected', async ({ page }) => {
  const email = await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await connectAs(page, email)
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(disconnect(page)).toBeVisible()
  await pressLogOut(page)
  await enterWith(page, email)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Hello, Nora Berg' })).toBeVisible()
  await disconnect(page).click()
  await expect(connect(page)).toBeVisible()
})

test('a cancelled connection, or one of another account, shows a message once and changes nothing', async ({
  page,
}) => {
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await connect(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(alert(page)).toHaveText('You cancelled the connection.')
  await expect(page).toHaveURL('/dashboard/profile')
  await page.reload()
  await expect(connect(page)).toBeVisible()
  await expect(alert(page)).toHaveCount(0)

  await connectAs(page, newEmail())
  await expect(alert(page)).toContainText('its e-mail address differs')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(connect(page)).toBeVisible()
})

test('the only way to sign in cannot be removed until a password is set by e-mail', async ({
  page,
  nextMailTo,
  expectedErrors,
}) => {
  expectedErrors.push('400')
  const email = newEmail()
  await enterWith(page, email)
  await page.goto('/dashboard/profile')
  await disconnect(page).click()
  await expect(alert(page)).toContainText('your only way to sign in')
  await expect(main(page).getByLabel('Current Password')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText("we've e-mailed you a link to set a password.")).toBeVisible()
  await page.goto(await findLink(nextMailTo, email, RESET))
  await setNewPassword(page, PASSWORD)
  await expect(page).toHaveURL('/login')
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/profile')
  await expect(main(page).getByLabel('Current Password')).toBeVisible()
  await disconnect(page).click()
  await expect(connect(page)).toBeVisible()
})

test('a user without a password confirms with their sign-in provider, as themselves, and then deletes their account', async ({
  page,
  expectedErrors,
  messages,
}) => {
  const email = newEmail()
  await enterWith(page, email)
  await page.goto('/dashboard/profile')
  await expect(main(page).getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await expect(main(page).getByLabel('Password', { exact: true })).toHaveCount(0)
  const remove = main(page).getByRole('button', { name: 'Delete account' })
  const message = 'Please log out and in again, and then delete your account.'
  const json = { statusCode: 409, code: 'NOT_CONFIRMED', error: 'Conflict', message }
  expectedErrors.push('409')
  const requestDeletion = async () => {
    let isRefused = false
    await page.route('**/api/account/deletion', (route) => {
      if (isRefused || route.request().method() !== 'POST') return route.fallback()
      isRefused = true
      return route.fulfill({ status: 409, json })
    })
    await remove.click()
    await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await requestDeletion()
  const popup = await openWindow(page)
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await expectNoViolations(page)
  const other = newEmail()
  await introduce(popup, other)
  await expect.poll(() => messages).toContain(`You are logged in as ${other} now. We changed nothing.`)
  await expect(dialog).toBeHidden()

  await requestDeletion()
  await introduce(await openWindow(page), other)
  await expect.poll(() => messages).toContain('Your account is deleted.')
  await expect(page).toHaveURL('/')
  await expect(main(page).getByText('Ingrid Solheim').first()).toBeVisible()
})
