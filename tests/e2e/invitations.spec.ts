import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

test('an admin invites an instructor, who accepts the link and teaches', async ({
  page,
  browser,
  baseURL,
  nextMailTo,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  await page.getByRole('link', { name: 'Invite people' }).click()
  await page.getByLabel('Email', { exact: true }).fill('student@demo.school')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('link', { name: 'Change the role of student@demo.school' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('nora@example.test')
  await page.getByLabel('Role').selectOption('instructor')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Invitation of nora@example.test' })).toBeFocused()
  await expect(page.locator('code')).toContainText('/invitation?token=')
  await expect(page.getByRole('row', { name: /nora@example\.test instructor/ })).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)

  const { text = '' } = await nextMailTo('nora@example.test')
  const invited = await browser.newPage({ baseURL, reducedMotion: 'reduce' })
  await invited.goto(/http\S+\/invitation\?token=\S+/.exec(text)?.[0] ?? '')
  await expect(invited.getByText('The invitation is for nora@example.test, as an instructor.')).toBeVisible()
  await invited.getByLabel('Name', { exact: true }).fill('Nora Lind')
  await invited.getByLabel('Password', { exact: true }).fill('Secret@2019')
  await invited.getByLabel('Confirm Password').fill('Secret@2019')
  await expectNoViolations(invited)
  await expectToFit(invited)
  await invited.getByRole('button', { name: 'Create account' }).click()
  await expect(invited.getByRole('heading', { name: 'Hello, Nora Lind' })).toBeVisible()
  await expect(invited).toHaveURL(/\/dashboard\/instructor-home$/)
  await invited.close()
})
