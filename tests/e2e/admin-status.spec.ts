import { asDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

test('an admin reads what the school runs on, on a phone as well', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/status')
  await expect(page.getByText('There is no mail server. E-mails become files.')).toBeVisible()
  await expect(page.getByText('No job has failed.')).toBeVisible()
  await expectToFit(page)
})
