import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './school.ts'

const PASSWORD = 'Secret@2019'

async function register(page: Page): Promise<string> {
  const email = `student-${randomBytes(4).toString('hex')}@example.test`
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill('Nora Berg')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'User Login Successfully.' })).toBeVisible()
  await expect(page).toHaveURL('/')
  return email
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

test('a new visitor registers, selects a class, pays, and is enrolled', async ({ page, expectedErrors }) => {
  await register(page)
  await page.getByRole('link', { name: 'Classes', exact: true }).first().click()
  await expect(page).toHaveTitle('Photography School | Classes')

  const name = 'Winter Dunes'
  const classesBefore = await (await page.request.get('/api/all-classes')).json()
  const before = classesBefore.find((one: { className: string }) => one.className === name)
  await page.getByRole('button', { name: `Select ${name}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Select the class successfully!' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Select ${name}` })).toBeDisabled()

  const cart = page
    .getByRole('navigation')
    .getByRole('link', { name: /My Selected|selected class/i })
    .first()
  await expect(cart).toContainText('1')
  await cart.click()
  await expect(page).toHaveURL('/dashboard/my-selected-class')
  await page.getByRole('link', { name: /^Pay/ }).click()

  expectedErrors.push('402')
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()

  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByText(/Payment Successfully done Your TransactionId is: pi_/)).toBeVisible()
  await expect(page.getByText('Your payments successfully Done!')).toBeVisible()
  const done = await page.getByText(/TransactionId is: pi_/).textContent()
  const transactionId = /pi_\w+/.exec(done ?? '')?.[0] ?? ''

  await page.goto('/dashboard/enroll-class')
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: transactionId })).toContainText(name)
  await expect(page.getByRole('button', { name: /^Paid/ })).toBeDisabled()

  await page.goto('/dashboard/my-selected-class')
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  const classesAfter = await (await page.request.get('/api/all-classes')).json()
  const after = classesAfter.find((one: { className: string }) => one.className === name)
  expect(after).toMatchObject({ seats: before.seats - 1, enroll: before.enroll + 1 })
})
