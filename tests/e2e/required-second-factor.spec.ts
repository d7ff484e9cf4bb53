import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { section, setUp } from './second-factor.ts'

test.use({ settings: { REQUIRE_ADMIN_2FA: 'on' } })
haveOwnApplication()

test('an admin who needs a second factor is led to the profile, stays logged in, and continues after setting it up', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('403')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/admin-home')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(section(page).getByRole('status')).toContainText('requires a second factor of admins')
  await setUp(page, 'Demo@2019')
  await section(page).getByRole('button', { name: 'Done' }).click()
  await expect(section(page).getByRole('status')).toHaveCount(0)
  await page.getByRole('link', { name: 'Admin Home' }).first().click()
  await expect(page).toHaveURL('/dashboard/admin-home')
  await expect(page.getByText('Waiting for approval')).toBeVisible()
})
