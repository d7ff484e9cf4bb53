import type { Page } from '@playwright/test'
import { rowWith } from './admin.ts'
import { asDemo } from './demo-people.ts'
import { confirmEmail, findLink, setNewPassword } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { EMBEDDED, signUpByCall } from './provider.ts'
import { logIn, newEmail, PASSWORD } from './student.ts'

haveOwnApplication()

const NEW = /confirm your new e-mail/
const CHANGED = /has changed/
const main = (page: Page) => page.getByRole('main')

test('a student corrects the address by a link with a button, and the old address stops it by another', {
  tag: EMBEDDED,
}, async ({ page, application, nextMailTo, expectedErrors }) => {
  const student = await signUpByCall(application.url, newEmail())
  await confirmEmail(application.url, student, nextMailTo)
  await page.goto('/login')
  await logIn(page, student.email, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/profile')
  const email = newEmail()
  const section = page.getByRole('region', { name: 'Change e-mail address' })
  await section.getByLabel('New Email').fill('nobody')
  await section.getByRole('button', { name: 'Send the link' }).click()
  await expect(section.getByText('Email should be an e-mail address')).toBeVisible()
  await section.getByLabel('New Email').fill(email)
  expectedErrors.push('409')
  await section.getByLabel('Your password').fill('Wrong@2019')
  await section.getByRole('button', { name: 'Send the link' }).click()
  await expect(section.getByRole('alert')).toHaveText('That is not your password.')
  await section.getByLabel('Your password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Send the link' }).click()
  await expect(section.getByRole('status')).toContainText(`We've e-mailed a link to ${email}.`)

  const link = await findLink(nextMailTo, email, NEW)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await expect(main(page).getByRole('button', { name: 'Use this e-mail address' })).toBeVisible()
  await expectToFit(page)
  await page.waitForLoadState('networkidle')
  await expect(main(page).getByRole('status'), 'opening the page changes nothing').toHaveText('')
  await main(page).getByRole('button', { name: 'Use this e-mail address' }).click()
  await expect(main(page).getByRole('status')).toHaveText('Your e-mail address is changed. Log in with it.')
  await main(page).getByRole('link', { name: 'Login' }).click()
  await logIn(page, email, PASSWORD)
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeAttached()

  await page.goto(await findLink(nextMailTo, student.email, CHANGED))
  await main(page).getByRole('button', { name: 'Restore this e-mail address' }).click()
  await expect(main(page).getByRole('status')).toContainText('Your account has this e-mail address again')
  await main(page).getByRole('link', { name: 'Set a new password' }).click()
  await page.getByLabel('Email', { exact: true }).fill(student.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.goto(await findLink(nextMailTo, student.email, /new password/))
  await setNewPassword(page, 'Other@2020')
  await expect(page).toHaveURL('/login')
  await logIn(page, student.email, 'Other@2020')
  await expect(page).toHaveURL('/')
})

test('an admin asks for the address of a user, who needs no sign-in for the link', { tag: EMBEDDED }, async ({
  page,
  application,
  browser,
  nextMailTo,
}) => {
  const student = await signUpByCall(application.url, newEmail())
  await asDemo(page, 'admin')
  await page.goto(`/dashboard/all-users?q=${student.email}`)
  const row = rowWith(page, student.email)
  await row.getByRole('button', { name: 'More' }).click()
  await row.getByRole('link', { name: 'Change e-mail' }).click()
  await expect(main(page)).toContainText(`has the address ${student.email}.`)
  const email = newEmail()
  await main(page).getByLabel('New Email').fill(email)
  await main(page).getByRole('button', { name: 'Send the link' }).click()
  await expect(main(page).getByRole('status')).toContainText(`We've e-mailed a link to ${email}.`)

  const other = await browser.newPage()
  await other.goto(await findLink(nextMailTo, email, NEW))
  await other.getByRole('button', { name: 'Use this e-mail address' }).click()
  await expect(other.getByText('Your e-mail address is changed.')).toBeVisible()
  await page.goto(`/dashboard/all-users?q=${email}`)
  await expect(rowWith(page, email)).toBeVisible()
  await other.close()
})
