import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { CONFIRM, findLink } from './emails.ts'
import { expect, test } from './fixtures.ts'
import { overflow } from './overflow.ts'
import { logIn, PASSWORD } from './student.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { name: 'Confirm your e-mail', level: 1 })
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Registers with the e-mail of a demo user through the form, and waits for the request to confirm it. */
async function registerAs(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(heading(page)).toBeFocused()
}

// The token exchange is refused until the e-mail is confirmed.
test.beforeEach(({ expectedErrors }) => void expectedErrors.push('409'))

test('an instructor who registers is asked to confirm, and is signed in once the link is opened in another tab', async ({
  page,
  context,
  nextMailTo,
}) => {
  const email = 'noor.haddad@demo.school'
  await page.setViewportSize({ width: 390, height: 844 })
  await registerAs(page, email)
  expect(await token(page)).toBeNull()
  expect((await overflow(page)).page).toBe(0)
  await expectNoViolations(page)
  const first = await findLink(nextMailTo, email, CONFIRM)
  await main(page).getByRole('button', { name: 'Send again' }).click()
  await expect(main(page).getByRole('status')).toHaveText(`We've e-mailed a new link to ${email}.`)
  const second = await findLink(nextMailTo, email, CONFIRM)
  expect(second).not.toBe(first)

  await page.goto('/dashboard/my-class')
  await expect(page).toHaveURL('/login')
  await expect(heading(page)).toBeFocused()
  const other = await context.newPage()
  await other.goto(second)
  await other.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(other.getByText('Your e-mail address is confirmed. Thank you!')).toBeVisible()
  await expect(other.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect(main(page).getByRole('heading', { name: /My Class/ })).toBeVisible()
})

test('a link that is opened in another browser asks for a login there, and then continues the sign-in here', async ({
  page,
  browser,
  baseURL,
  nextMailTo,
}) => {
  const email = 'samuel.adeyemi@demo.school'
  await registerAs(page, email)
  const context = await browser.newContext({ baseURL })
  const phone = await context.newPage()
  const link = await findLink(nextMailTo, email, CONFIRM)
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(phone.getByRole('alert')).toHaveText('Log in with this e-mail address first. Then open the link again.')
  await main(phone).getByRole('link', { name: 'Login' }).click()
  await logIn(phone, email, PASSWORD)
  await expect(heading(phone)).toBeFocused()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(phone.getByText('Your e-mail address is confirmed. Thank you!')).toBeVisible()
  await context.close()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/dashboard/instructor-home')
})

test('an unconfirmed visitor is asked to confirm again after a reload and at the next login, and can log out', async ({
  page,
}) => {
  const email = 'paul.whitcombe@demo.school'
  await registerAs(page, email)
  await page.reload()
  await expect(heading(page)).toBeFocused()
  await main(page).getByRole('button', { name: 'LogOut' }).click()
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull()
  await page.goto('/login')
  await logIn(page, email, PASSWORD)
  await expect(heading(page)).toBeFocused()
  expect(await token(page)).toBeNull()
})
