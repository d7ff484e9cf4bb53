import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, haveSelected, paid, payWith } from './student.ts'

haveOwnApplication()

test('a student pays a part with credit, sees it on the receipt and in the list, and gets it back first for the card', async ({
  page,
  application,
}) => {
  const email = await asNewStudent(page)
  const { call } = await demoCalls(application, 'admin')
  const { _id: id } = await call(api.getUser, { params: { email } })
  await call(api.grantCredit, { params: { id }, body: { amount: 12, reason: 'For the rain' } })
  await haveSelected(page, 'Small Machines')
  await page.goto('/dashboard/my-selected-class')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Pay Small Machines' }).click()
  const pay = page.getByRole('button', { name: /^Pay/ })
  await expect(pay).toBeEnabled()
  const listPrice = Number((await pay.textContent())?.replace(/[^\d.]/g, ''))
  const credit = page.getByLabel('Use my credit ($12.00)')
  await credit.press('Space')
  await expect(main.getByRole('list', { name: 'Discounts' })).toContainText('Your credit−$12.00')
  await expect(credit).toBeFocused()
  await expect(pay).toHaveText(`Pay $${(listPrice - 12).toFixed(2)}`)
  await expectNoViolations(page)
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await main.getByRole('link', { name: 'Receipt' }).click()
  await expect(main.getByText('Paid with credit')).toBeVisible()
  await page.goto('/dashboard/credit')
  const rows = main.getByRole('row')
  await expect(rows.filter({ hasText: 'Spent' })).toContainText('−$12.00')
  await expect(rows.filter({ hasText: 'For the rain' })).toContainText('+$12.00')
  await expectNoViolations(page)
  await expectToFit(page)
})

test('an admin gives credit in place of money', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/payments')
  await page
    .getByRole('button', { name: /^Refund receipt/ })
    .first()
    .click()
  await page.getByLabel('Amount').fill('5')
  await page.getByLabel('How').selectOption('As credit')
  await expect(page.getByRole('dialog')).toContainText('$5.00 becomes credit of')
  await page.getByRole('button', { name: 'Yes, refund it!' }).click()
  await expect(page.getByText('given as credit').first()).toBeVisible()
})
