import { expect, test } from './school.ts'
import { asNewStudent, goToPayment, paid, payWith, select } from './student.ts'

test('a card that was charged while the network failed is not charged again', async ({ page, expectedErrors }) => {
  await asNewStudent(page)
  await select(page, 'Small Machines')
  await goToPayment(page, 'Small Machines')
  expectedErrors.push('ERR_FAILED')
  let confirmed = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) confirmed++
  })
  await page.route('**/api/payments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.unroute('**/api/payments')
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(paid(page)).toBeVisible()
  expect(confirmed).toBe(1)
})

test('a browser that went away after the card was charged finds the payment done when it comes back', async ({
  page,
  expectedErrors,
}) => {
  await asNewStudent(page)
  await select(page, 'Reading Negatives')
  await goToPayment(page, 'Reading Negatives')
  expectedErrors.push('ERR_FAILED', '404')
  await page.route('**/api/payments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.unroute('**/api/payments')
  const enrolled = async () => {
    await page.goto('/dashboard/enroll-class')
    await page.getByRole('heading', { name: /My Enrolled Classes/ }).waitFor()
    return page.getByRole('row').filter({ hasText: 'Reading Negatives' }).count()
  }
  const payment = page.url()
  await expect.poll(enrolled, { timeout: 15_000 }).toBe(1)
  await page.goto(payment)
  await expect(paid(page)).toBeVisible()
})

test('a double click pays once', async ({ page }) => {
  await asNewStudent(page)
  await select(page, 'Storm Light')
  await goToPayment(page, 'Storm Light')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).dblclick()
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: 'Storm Light' })).toHaveCount(1)
})

test('a wrong card number is told before anything is sent', async ({ page }) => {
  await asNewStudent(page)
  await select(page, 'Façades with a Long Lens')
  await goToPayment(page, 'Façades with a Long Lens')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) sent++
  })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(sent).toBe(0)
})
