import { expectNoViolations } from './accessibility.ts'
import { becomeDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy } from './student.ts'

haveOwnApplication()

test('an admin finds an order by its number, and reads lines, payments, refunds and what is owed in one view', async ({
  page,
}) => {
  test.slow()
  const email = await asNewStudent(page)
  await buy(page, 'Dew Before Breakfast')
  await becomeDemo(page, 'admin')
  await page.goto(`/dashboard/payments?q=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: /^Refund receipt/ }).click()
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'Yes, refund it!' }).click()
  await expect(page.getByText('refunded by an admin')).toBeVisible()

  await page.goto('/dashboard/orders')
  await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: /^\d+$/ }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Order \d+$/)
  const number = /\d+/.exec((await heading.textContent()) ?? '')?.[0] ?? ''
  await expect(page).toHaveTitle(`Photography School | Order ${number}`)
  await expect(page.getByRole('region', { name: 'Lines' })).toContainText('Dew Before Breakfast')
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('$98.00')
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(/Receipt \d+.*\$10\.00/)
  await expect(page.getByRole('region', { name: 'Balance' }).getByRole('definition')).toHaveText([
    '$98.00',
    '$98.00',
    '$10.00',
    '$0.00',
  ])
  await expectNoViolations(page)
  await expectToFit(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(number)
  await page.getByRole('option', { name: `Order ${number}` }).click()
  await expect(heading).toHaveText(`Order ${number}`)
})

test('an order that does not exist says so', async ({ page, expectedErrors }) => {
  expectedErrors.push('404')
  await asNewStudent(page)
  await page.goto('/dashboard/order/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText("We couldn't find that order.")).toBeVisible()
})
