import { api } from '../../contract/api.ts'
import type { NewCoupon } from '../../contract/coupons.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, haveSelected, paid, payWith } from './student.ts'

haveOwnApplication()

test('an admin adds a coupon, changes it and deletes it', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/coupons')
  const form = page.getByRole('form', { name: 'Add a coupon' })
  await form.getByLabel('Code').fill('Spring 10')
  await form.getByLabel('Value').fill('ten')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Value')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Value').fill('10')
  await form.getByLabel('Uses', { exact: true }).fill('5')
  await expectNoViolations(page)
  await expectToFit(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const item = page.getByRole('list', { name: 'Coupons' }).locator(':scope > li')
  await expect(item).toContainText('10 % off')
  await expect(item).toContainText('Used 0 of 5 times.')
  await page.getByRole('button', { name: 'Edit Spring 10' }).click()
  await page.getByRole('form', { name: 'Edit Spring 10' }).getByLabel('Uses', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(item).toContainText('Used 0 times.')
  await page.getByRole('button', { name: 'Delete Spring 10' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(item).toHaveCount(0)
})

test('a student pays less with a code for one class, and nothing for two', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  const { call } = await demoCalls(application, 'admin')
  for (const body of [
    { code: 'HALF', kind: 'percent', value: 50 },
    { code: 'ALL FREE', kind: 'percent', value: 100 },
  ] as NewCoupon[])
    await call(api.addCoupon, { body })
  await asNewStudent(page)
  await haveSelected(page, 'Small Machines')
  await page.goto('/dashboard/my-selected-class')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Pay Small Machines' }).click()
  const pay = page.getByRole('button', { name: /^Pay/ })
  await expect(pay).toBeEnabled()
  const listPrice = Number((await pay.textContent())?.replace(/[^\d.]/g, ''))
  const openCode = () => page.getByText('I have a code').click()
  await openCode()
  await page.getByLabel('Code').fill('QUARTER')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toHaveText("We don't know this code. Check it, then try again.")
  await page.getByLabel('Code').fill(' half ')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(main.getByRole('list', { name: 'Discounts' })).toContainText('Coupon HALF')
  await expect(page.getByRole('button', { name: 'Remove code' })).toBeFocused()
  await expect(pay).toHaveText(`Pay $${(listPrice / 2).toFixed(2)}`)
  await page.getByRole('button', { name: 'Remove code' }).click()
  await expect(pay).toHaveText(`Pay $${listPrice.toFixed(2)}`)
  await openCode()
  await page.getByLabel('Code').fill('HALF')
  await page.keyboard.press('Enter')
  await expect(pay).toHaveText(`Pay $${(listPrice / 2).toFixed(2)}`)
  await page.reload()
  await expect(pay).toHaveText(`Pay $${(listPrice / 2).toFixed(2)}`)
  await expectNoViolations(page)
  await expectToFit(page)
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('means')))).toEqual([])
  await main.getByRole('link', { name: 'Receipt' }).click()
  await expect(main.getByRole('definition').filter({ hasText: `$${listPrice.toFixed(2)}` })).toBeVisible()

  for (const name of ['Storm Light', 'Dew Before Breakfast']) await haveSelected(page, name)
  await page.goto('/dashboard/payment/all')
  await expect(pay).toBeEnabled()
  await openCode()
  await page.getByLabel('Code').fill('all-free')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Complete order' }).click()
  await expect(page.getByText(/Your TransactionId is: \d{6}$/)).toBeVisible()
  await page.goto('/dashboard/enroll-class')
  for (const name of ['Small Machines', 'Storm Light', 'Dew Before Breakfast'])
    await expect(main.getByText(name, { exact: true }).first()).toBeVisible()
})
