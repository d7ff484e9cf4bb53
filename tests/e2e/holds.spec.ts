import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import { asNewStudent, goToPayment, haveSelected, paid, payWith, readToken } from './student.ts'

const FIRST = 'Small Machines'
const SECOND = 'Storm Light'
const THIRD = 'Reading Negatives'

/** Holds two seats, the limit for an unconfirmed address, and opens the payment page of a third class. */
async function holdTooMany(page: Page): Promise<string> {
  const email = await asNewStudent(page)
  for (const name of [FIRST, SECOND, THIRD]) await haveSelected(page, name)
  for (const name of [FIRST, SECOND]) await goToPayment(page, name)
  await page.goto('/dashboard/my-selected-class')
  await page
    .getByRole('main')
    .getByRole('link', { name: `Pay ${THIRD}` })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'You are holding 2 seats' })).toBeVisible()
  return email
}

test('a student who holds too many seats releases one and pays', { tag: EMBEDDED }, async ({
  page,
  expectedErrors,
  nextMailTo,
}) => {
  expectedErrors.push('409')
  const email = await holdTooMany(page)
  expect((await nextMailTo(email)).subject).toMatch(/confirm/i)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check your inbox' })).toBeVisible()
  expect((await nextMailTo(email)).subject).toMatch(/confirm/i)
  await page.getByRole('button', { name: `Release ${FIRST}` }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
})

test('the payment page continues when a seat was released elsewhere', async ({ page, expectedErrors }) => {
  expectedErrors.push('409')
  await holdTooMany(page)
  const headers = { authorization: `Bearer ${await readToken(page)}` }
  const [hold] = await (await page.request.get('/api/holds', { headers })).json()
  expect((await page.request.post(`/api/hold/${hold._id}/release`, { headers })).ok()).toBe(true)
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled({ timeout: 15_000 })
})
