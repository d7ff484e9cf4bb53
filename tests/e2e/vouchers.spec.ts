import { readFile } from 'node:fs/promises'
import { api } from '../../contract/api.ts'
import { readPdf } from '../../testing/pdf.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, haveAccount, haveSelected, logIn, PASSWORD, paid, payWith } from './student.ts'

haveOwnApplication()

test('an admin makes a voucher, sees its code once, and ends it with a reason', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/vouchers')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Make voucher' }).click()
  await expect(main.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await main.getByLabel('Amount in $').fill('20')
  await main.getByLabel('Reason').fill('Raffle')
  await main.getByRole('button', { name: 'Make voucher' }).click()
  const code = (await main.locator('code').textContent()) ?? ''
  expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
  const row = main.getByRole('row').filter({ hasText: code.slice(-4) })
  await expect(row).toContainText('$20.00')
  await expectNoViolations(page)
  await expectToFit(page)
  await row.getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Lost')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, end it!' }).click()
  await expect(row).toContainText('Ended: Lost')
})

test('a student pays a part with the code of a voucher', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'admin')
  const { code } = await call(api.makeVoucher, { body: { amount: 20, reason: 'Raffle' } })
  await asNewStudent(page)
  await haveSelected(page, 'Small Machines')
  await page.goto('/dashboard/payment/all')
  const main = page.getByRole('main')
  // The checkout without the code has begun: it would be refused if it came after the one with the code.
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
  await page.getByText('I have a code').click()
  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(main.getByRole('list', { name: 'Discounts' })).toContainText('Gift voucher−$20.00')
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await main.getByRole('link', { name: /^Receipt/ }).click()
  await expect(main.getByText('Paid with a gift voucher')).toBeVisible()
})

test('on the first screen of a phone, a voucher is above the choice of its amount', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/gift-voucher')
  const main = page.getByRole('main')
  await expect(main.getByRole('figure')).toBeInViewport({ ratio: 1 })
  await expect(main.getByRole('group', { name: 'Amount' })).toBeInViewport({ ratio: 1 })
})

test('in the dark theme, amounts to choose from have the border of the field beside them', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/gift-voucher')
  const amounts = page.getByRole('group', { name: 'Amount' }).getByRole('button')
  await expect(amounts.first()).toBeEnabled()
  const border = await page.getByLabel('Amount in $').evaluate((it) => getComputedStyle(it).borderColor)
  await expect(amounts.first()).toHaveCSS('border-color', border)
})

test('a visitor fills in a gift voucher, finds it again after the login, buys it, and finds it below the form', async ({
  page,
}) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  await page.goto('/gift-voucher')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Gift voucher' })).toBeVisible()
  const main = page.getByRole('main')
  const print = main.getByRole('figure')
  await expect(print).toContainText('Any amount')
  const [smallest, ...larger] = await main.getByRole('group', { name: 'Amount' }).getByRole('button').all()
  expect(larger.length).toBeGreaterThan(0)
  await smallest?.click()
  await expect(smallest ?? main).toHaveAttribute('aria-pressed', 'true')
  await expect(print).toContainText((await smallest?.textContent()) ?? 'no amount')
  await main.getByLabel('Amount in $').fill('35')
  await expect(smallest ?? main).toHaveAttribute('aria-pressed', 'false')
  await main.getByLabel('Name of the recipient').fill('Grace Hopper')
  await main.getByLabel('Message').fill('For the long nights')
  for (const shown of ['$35.00', 'for Grace Hopper', 'For the long nights']) await expect(print).toContainText(shown)
  await expectToFit(page)
  await main.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/gift-voucher')
  await expect(main.getByLabel('Amount in $')).toHaveValue('35')
  await expect(main.getByLabel('Message')).toHaveValue('For the long nights')
  for (const shown of ['for Grace Hopper', 'from Nora Berg']) await expect(print).toContainText(shown)
  const day = main.getByLabel('Day of the e-mail')
  await day.fill('2099-01-01')
  await main.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(day).toHaveAttribute('aria-invalid', 'true')
  await day.fill('')
  await main.getByLabel('E-mail of the recipient').fill('grace@example.test')
  await expectNoViolations(page)
  await expectToFit(page)
  await main.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(main.getByRole('heading', { name: 'Gift voucher of $35.00 for Grace Hopper' })).toBeVisible()
  await payWith(page, '4242 4242 4242 4242')
  await expect(main.getByText('Thank you. We e-mail the code to grace@example.test.')).toBeVisible()
  const own = main.getByRole('region', { name: 'Your gift vouchers' })
  for (const shown of ['For Grace Hopper', '$35.00 of $35.00']) await expect(own).toContainText(shown)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    own.getByRole('button', { name: 'Save PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^gift-voucher-[2-9A-Z]{4}\.pdf$/)
  const [, code = ''] = /Code (\S+)/.exec(readPdf(await readFile(await download.path())).text) ?? []
  await page.goto(`/gift-voucher#${code}`)
  await expect(main.getByRole('region', { name: 'Your gift voucher', exact: true })).toContainText(`$35.00 left`)
  await expectNoViolations(page)
})
