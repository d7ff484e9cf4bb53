import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { waitForEmail } from './emails.ts'
import { expect, test } from './fixtures.ts'
import { enterCode, nextCode, section, setUp } from './second-factor.ts'
import { asNewStudent, logIn, PASSWORD, pressLogOut } from './student.ts'

const isOn = (page: Page) => expect(section(page)).toContainText('The second factor is on.')

async function logOut(page: Page): Promise<void> {
  await pressLogOut(page)
  await page.goto('/login')
}

test('a student sets up a second factor, and the login asks for its code', async ({
  page,
  nextMailTo,
  expectedErrors,
}) => {
  expectedErrors.push('401')
  const email = await asNewStudent(page)
  await page.goto('/dashboard/profile')
  const { uri, recoveryCodes } = await setUp(page, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const download = page.waitForEvent('download')
  await section(page).getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  for (const code of recoveryCodes) expect(text).toContain(code)
  await section(page).getByRole('button', { name: 'Done' }).click()
  await isOn(page)
  await expect(page.getByText(recoveryCodes[0] ?? '')).toBeHidden()
  await waitForEmail(nextMailTo, email, /The second factor is on/)

  await logOut(page)
  await logIn(page, email, PASSWORD)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectNoViolations(page)
  await enterCode(page, 'Code', '000000')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('That code is wrong or was used.')
  await enterCode(page, 'Code', nextCode(uri))
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()

  await logOut(page)
  await logIn(page, email, PASSWORD)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused()
  await enterCode(page, 'Recovery code', recoveryCodes[0] ?? '')
  await expect(page).toHaveURL('/')
})

test('a sign-in that waits for a code can be left, and is no sign-in', async ({ page }) => {
  const email = await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await setUp(page, PASSWORD)
  await logOut(page)
  await logIn(page, email, PASSWORD)
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL('/login')
})

test('the profile shows the secret as a QR code and as text, without a code nothing changes, and it is turned off', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('400', '401')
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await section(page).getByLabel('Your password').fill('Wrong@2019')
  await section(page).getByRole('button', { name: 'Continue' }).click()
  await expect(section(page).getByRole('alert')).toHaveText('That is not your current password.')
  await section(page).getByLabel('Your password').fill(PASSWORD)
  await section(page).getByRole('button', { name: 'Continue' }).click()
  await expect(section(page).getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(section(page).getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)).toBeVisible()
  await expect(section(page).locator('[style]')).toHaveCount(0)
  await expectNoViolations(page)
  await section(page).getByLabel('Code', { exact: true }).fill('000000')
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(section(page).getByRole('alert')).toContainText('That code is wrong')
  await section(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(section(page)).toContainText('The second factor is off.')

  await setUp(page, PASSWORD)
  await section(page).getByRole('button', { name: 'Done' }).click()
  await isOn(page)
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await section(page).getByLabel('Your password').fill(PASSWORD)
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(section(page)).toContainText('The second factor is off.')
})
