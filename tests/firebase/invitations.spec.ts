import type { Page } from '@playwright/test'
import { expectNoViolations } from '../e2e/accessibility.ts'
import { logIn, newEmail, PASSWORD, pressLogOut, register } from '../e2e/student.ts'
import { expect, test } from './fixtures.ts'
import { ensureOpen, main, OWNER } from './school.ts'

test.beforeEach(async ({ page, setupUrl, emulator }) => {
  await ensureOpen(page, setupUrl, emulator)
  await page.goto('/login')
  await logIn(page, OWNER, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/all-users')
  await page.getByRole('link', { name: 'Invite people' }).click()
})

test('an invited instructor creates an account at Firebase by the link, teaches, and logs in again', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail()
  const link = await invite(page, email)
  const invited = await browser.newPage({ baseURL, reducedMotion: 'reduce' })
  await invited.goto(link)
  await expect(invited.getByText(`The invitation is for ${email}, as an instructor.`)).toBeVisible()
  await invited.getByLabel('Name', { exact: true }).fill('Ines Aalto')
  await invited.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await invited.getByLabel('Confirm Password').fill(PASSWORD)
  await expectNoViolations(invited)
  await invited.getByRole('button', { name: 'Create account' }).click()
  await expect(invited).toHaveURL(/\/dashboard\/instructor-home$/)
  await expect(invited.getByRole('heading', { name: 'Hello, Ines Aalto' })).toBeVisible()
  await pressLogOut(invited)
  await invited.goto(link)
  await expect(main(invited).getByRole('alert')).toBeVisible()
  await invited.goto('/login')
  await logIn(invited, email, PASSWORD)
  await invited.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(invited).toHaveURL(/\/dashboard\/instructor-home$/)
  await invited.close()
})

test('an invitation does nothing for another account, and makes the invited one an instructor', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await browser.newPage({ baseURL, reducedMotion: 'reduce' })
  const email = newEmail()
  const link = await invite(page, email)
  await register(visitor, email)
  await pressLogOut(visitor)
  const other = await register(visitor)
  await visitor.goto(link)
  await expect(main(visitor)).toContainText(`You are logged in as ${other}. Log out to accept the invitation.`)
  await main(visitor).getByRole('button', { name: 'LogOut' }).click()
  await main(visitor).getByRole('link', { name: 'Login' }).click()
  await logIn(visitor, email, PASSWORD)
  await main(visitor).getByRole('button', { name: 'Accept invitation' }).click()
  await expect(visitor).toHaveURL(/\/dashboard\/instructor-home$/)
  await visitor.close()
})

/** Invites an instructor. Returns the link that the page shows to copy. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Role').selectOption('instructor')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { name: `Invitation of ${email}` })).toBeFocused()
  return (await page.locator('code').textContent()) ?? ''
}
