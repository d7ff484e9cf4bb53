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

test('everybody who has a record and no account is invited at once, in batches, with progress', async ({ page }) => {
  let waiting = 30
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/invitations/waiting', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { waiting } })
    if (waiting < 30) await isReleased
    const invited = Math.min(25, waiting)
    waiting -= invited
    return route.fulfill({ json: { invited, waiting } })
  })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/invitations')
  const box = page.getByRole('region', { name: 'People without an account' })
  await expect(box.getByRole('status')).toContainText('30 people have a record')
  await box.getByRole('button', { name: 'Invite all' }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'Invite 30 people?' })
  await expect(question).toContainText('Each gets an e-mail with a link')
  await question.getByRole('button', { name: 'Invite all' }).click()
  await expect(box.getByRole('status')).toHaveText('25 people invited.')
  const progress = box.getByRole('progressbar', { name: 'Invited' })
  await expect(progress).toHaveJSProperty('value', 25)
  await expect(progress).toHaveJSProperty('max', 30)
  await expectNoViolations(page)
  release()
  await expect(box.getByRole('status')).toHaveText('30 people invited.')
  await expect(progress).toHaveCount(0)
  await expect(box.getByRole('button')).toHaveCount(0)
})
