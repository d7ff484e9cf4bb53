import { expect, test } from './fixtures.ts'
import { paid, payWith, register } from './student.ts'

test('a new visitor registers, selects a class, pays, and is enrolled', async ({ page, expectedErrors, messages }) => {
  await register(page)
  await expect.poll(() => messages).toEqual(['User Login Successfully.'])
  await page.getByRole('link', { name: 'Classes', exact: true }).first().click()
  await expect(page).toHaveTitle('Photography School | Classes')

  const name = 'Winter Dunes'
  const counted = async () => {
    const classes: { className: string; seats: number; enroll: number }[] = await (
      await page.request.get('/api/all-classes')
    ).json()
    return classes.find(({ className }) => className === name) ?? { seats: 0, enroll: 0 }
  }
  const before = await counted()
  await page.getByRole('button', { name: `Select ${name}` }).click()
  await expect.poll(() => messages.join()).toContain('Select the class successfully!')
  await expect(page.getByRole('button', { name: `Select ${name}` })).toBeDisabled()
  await page.getByRole('link', { name: 'Cart: 1' }).click()
  await expect(page).toHaveURL('/dashboard/my-selected-class')
  await page
    .getByRole('main')
    .getByRole('link', { name: `Pay ${name}` })
    .click()

  expectedErrors.push('402')
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await expect(page.getByText('Your payments successfully Done!')).toBeVisible()
  const transactionId = /pi_\w+/.exec((await paid(page).textContent()) ?? '')?.[0] ?? ''

  await page.goto('/dashboard/enroll-class')
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: transactionId })).toContainText(name)
  await expect(page.getByRole('button', { name: /^Paid/ })).toBeDisabled()
  await page.goto('/dashboard/my-selected-class')
  await expect(page.getByRole('link', { name: 'Cart: 0' })).toBeVisible()
  const after = await counted()
  expect([after.seats, after.enroll]).toEqual([before.seats - 1, before.enroll + 1])
})
