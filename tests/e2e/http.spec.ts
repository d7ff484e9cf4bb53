import { expect, test } from './fixtures.ts'
import { asNewStudent, haveSelected, register } from './student.ts'

test('a success toast shows for 1.5 seconds', async ({ page }) => {
  await asNewStudent(page)
  await page.goto('/classes')
  await page.getByRole('button', { name: 'Select Autumn on the Water' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Select the class successfully!' })
  await expect(toast).toBeVisible()
  const begun = Date.now()
  await expect(toast).toBeHidden({ timeout: 4_000 })
  expect(Date.now() - begun).toBeLessThan(3_000)
})

test('a warning toast shows at the top right for 5 seconds', async ({ page, context, expectedErrors }) => {
  expectedErrors.push('409')
  await register(page)
  await page.goto('/classes')
  await expect(page.getByRole('link', { name: 'Cart: 0' })).toBeVisible()
  const other = await context.newPage()
  await haveSelected(other, 'Ceramics on the Table')
  await page.getByRole('button', { name: 'Select Ceramics on the Table' }).click()
  const toast = page.getByText('All ready selected the class !')
  await expect(toast).toBeVisible()
  const begun = Date.now()
  const box = await toast.boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width / 2)
  expect(box?.y ?? height).toBeLessThan(height / 2)
  await expect(toast).toBeHidden({ timeout: 8_000 })
  expect(Date.now() - begun).toBeGreaterThan(4_000)
})

test('a list that fails is requested four times in all, and then offers to try again', async ({
  page,
  expectedErrors,
}) => {
  await register(page)
  expectedErrors.push('503')
  let requests = 0
  await page.route('**/api/payments?*', (route) => {
    requests++
    return route.fulfill({
      status: 503,
      json: { statusCode: 503, code: 'UNAVAILABLE', error: 'x', message: 'Not now.' },
    })
  })
  await page.goto('/dashboard/payment-history')
  await expect(page.getByText('Not now.')).toBeVisible({ timeout: 15_000 })
  expect(requests).toBe(4)
  await page.unroute('**/api/payments?*')
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(page.getByText('Not now.')).toBeHidden()
})
