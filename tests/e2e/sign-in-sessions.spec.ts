import { signUp } from '../../bench/signed-in.ts'
import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { rowWith } from './admin.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { waitForEmail } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { asNewStudent, logIn, newEmail, PASSWORD } from './student.ts'

haveOwnApplication()

const REAUTH_REQUIRED = {
  status: 403,
  json: { statusCode: 403, code: 'REAUTH_REQUIRED', error: 'Forbidden', message: 'Confirm that it is you.' },
}

test('a user sees where they are logged in, signs another device out, and gets an e-mail about it', async ({
  page,
  application,
  browser,
  nextMailTo,
}) => {
  const email = await asNewStudent(page)
  const elsewhere = await browser.newPage({ baseURL: application.url })
  await elsewhere.goto('/login')
  await logIn(elsewhere, email, PASSWORD)
  await expect(elsewhere).toHaveURL('/')
  const notice = await waitForEmail(nextMailTo, email, /New sign-in/)
  expect(notice.text).toContain('Chrome on Linux')

  await page.goto('/dashboard/profile')
  const section = page.getByRole('region', { name: "Where you're logged in" })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section.getByRole('listitem').filter({ hasText: 'this device' })).toHaveCount(1)
  await expectNoViolations(page)
  await section.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByRole('button')).toHaveCount(0)
  await elsewhere.goto('/dashboard/profile')
  await expect(elsewhere).toHaveURL('/login')
  await elsewhere.close()
})

test('a change that requires a recent sign-in asks for the password in a dialog, and is then made', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('403', '400', 'ERR_FAILED')
  const { email } = await signUp(application.url, newEmail())
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const row = rowWith(page, email)
  const makeInstructor = row.getByRole('button', { name: 'Make Instructor' })
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const refuse = () => page.route('**/api/user/instructor/*', (route) => route.fulfill(REAUTH_REQUIRED), { times: 1 })
  await refuse()
  await page.route('**/assets/reauthenticate.view-*.js', (route) => route.abort(), { times: 1 })
  await makeInstructor.click()
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't load this." })).toBeVisible()
  await expect(makeInstructor).toBeEnabled()

  await refuse()
  await makeInstructor.click()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('cell').nth(3)).toHaveText('student')
  await expect(page).toHaveURL('/dashboard/all-users')

  await refuse()
  await makeInstructor.click()
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong@2019')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toContainText('not your')
  await dialog.getByLabel('Password', { exact: true }).fill('Demo@2019')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByRole('cell').nth(3)).toHaveText('instructor')
  await expect(dialog).toBeHidden()
})

test('an admin proves again who they are, and then the user is deleted', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('403')
  const { email } = await signUp(application.url, newEmail())
  const { _id: id } = await (await demoCalls(application, 'admin')).call(api.getUser, { params: { email } })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const row = rowWith(page, email)
  await page.route(`**/api/user/${id}`, (route) => route.fulfill(REAUTH_REQUIRED), { times: 1 })
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it!' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill('Demo@2019')
  await expect(row).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toHaveCount(0)
})
