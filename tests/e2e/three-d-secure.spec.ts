import { expectNoViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asNewStudent, goToPayment, haveSelected, paid, payWith } from './student.ts'

const CAREFUL = '4000 0025 0000 3155'
const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test.beforeEach(async ({ page }) => {
  await asNewStudent(page)
  await haveSelected(page, 'Ceramics on the Table')
  await goToPayment(page, 'Ceramics on the Table')
})

test('a card that requires authentication is charged once after it is completed', async ({ page }) => {
  await payWith(page, CAREFUL)
  const dialog = page.getByRole('dialog', { name: 'Is this your card?' })
  await expect(dialog).toBeVisible()
  await expect(paid(page)).toBeHidden()
  await dialog.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(paid(page)).toBeVisible()
  await expect(dialog).toBeHidden()
})

for (const way of ['its button', 'Escape']) {
  test(`a failed authentication, by ${way}, charges nothing and says so; another card pays`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push('400 (Bad Request)')
    await payWith(page, CAREFUL)
    const fail = page.getByRole('button', { name: 'Fail authentication' })
    await expect(fail).toBeFocused()
    await (way === 'Escape' ? page.keyboard.press('Escape') : fail.click())
    await expect(page.getByRole('alert').filter({ hasText: NOT_AUTHENTICATED })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Card number')).toBeFocused()
    await payWith(page, '4242 4242 4242 4242')
    await expect(paid(page)).toBeVisible()
  })
}

test('a page that is reloaded during authentication starts over, and pays once', async ({ page }) => {
  await payWith(page, CAREFUL)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
  await expect(page.getByRole('dialog')).toBeHidden()
  await payWith(page, CAREFUL)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: 'Ceramics on the Table' })).toHaveCount(1)
})

test('a lost connection during authentication shows a message, and the card can be tried again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED')
  await page.route('**/authenticate', (route) => route.abort())
  await payWith(page, CAREFUL)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('alert').filter({ hasText: "you won't be charged twice" })).toBeVisible()
  await page.unroute('**/authenticate')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(paid(page)).toBeVisible()
})

test('the dialog is accessible, on a phone too', async ({ page }) => {
  await payWith(page, CAREFUL)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeInViewport()
})

test('an American Express number has its own grouping and a code of four digits', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Card number').pressSequentially('378282246310005')
  await expect(page.getByLabel('Card number')).toHaveValue('3782 822463 10005')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: "Your card's security code is incomplete." })).toBeVisible()
  await page.getByLabel('CVC').fill('1234')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(paid(page)).toBeVisible()
})
