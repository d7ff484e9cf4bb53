import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { newEmail } from './student.ts'

haveOwnApplication()

test('a visitor withdraws from a contract in two steps, and an admin completes it', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED')
  const email = newEmail()
  await page.goto('/withdrawal?order=100001')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByText('Name is required')).toBeVisible()
  await expect(main.getByLabel('Order number')).toHaveValue('100001')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Name').fill('Ada Lovelace')
  await main.getByLabel('What you withdraw from').fill('Only Fog in the City')
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByRole('heading', { name: 'Withdraw from order 100001?' })).toBeFocused()
  await expectNoViolations(page)
  await main.getByRole('button', { name: 'Back' }).click()
  await expect(main.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByRole('heading', { name: 'Withdraw from order 100001?' })).toBeVisible()
  await page.goBack()
  await expect(main.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await main.getByRole('button', { name: 'Continue' }).click()
  await page.route('**/api/withdrawal', (route) => route.abort())
  await main.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(main.getByRole('alert')).toContainText('Check your connection and try again.')
  await page.unroute('**/api/withdrawal')
  await main.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(main.getByRole('heading', { name: 'We have received your withdrawal.' })).toBeFocused()

  await asDemo(page, 'admin')
  await page.goto('/dashboard/withdrawals')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Only Fog in the City')
  await expect(row).toContainText('No order of this number belongs to this address.')
  await row.getByRole('button', { name: 'Mark as done' }).click()
  await expect(row.getByRole('button', { name: 'Reopen' })).toBeVisible()
})

test('an admin says the country, and every page links to the withdrawal', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/school')
  await page.getByLabel('Country').selectOption({ label: 'Norway' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Offer to withdraw from a contract')).toBeChecked()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click()
  await expect(page).toHaveURL('/withdrawal')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw from contract' })).toBeVisible()
})
