import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, becomeDemo } from './demo-people.ts'
import { waitForEmail } from './emails.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy } from './student.ts'

const rows = (page: Page) => page.getByRole('row')

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(words)
  await page.getByRole('button', { name: 'Search' }).click()
}

test('an admin opens the payments from their home, and finds older ones by searching', async ({ page }) => {
  test.slow()
  await asDemo(page, 'admin')
  await page.goto('/dashboard/admin-home')
  await page.getByRole('main').getByRole('link', { name: 'All payments' }).click()
  await expect(page).toHaveURL('/dashboard/payments')
  await expect(page).toHaveTitle('Photography School | Payments')
  await expect(page.getByText(/^Total Payments: \d+$/)).toBeVisible()
  await expect(page.getByText(/^1 to 25 of \d+$/)).toBeVisible()
  // Other tests refund payments.
  await expect(page.getByRole('columnheader').filter({ hasNotText: 'Status' })).toHaveText([
    'Receipt',
    'Date (UTC)',
    'Name',
    'Class',
    'Action',
    'Price',
  ])
  await expect(rows(page)).toHaveCount(26)
  await expectToFit(page)

  await search(page, 'maren dahl')
  await expect(page).toHaveURL('/dashboard/payments?q=maren+dahl')
  await expect(page.getByText(/^Payments found: \d+$/)).toBeVisible()
  for (const row of (await rows(page).all()).slice(1)) await expect(row).toContainText('student@demo.school')
  await search(page, 'nobody has paid this')
  await expect(page.getByText('No payments match this search.')).toBeVisible()
  await page.getByRole('button', { name: 'All payments' }).click()
  await expect(page).toHaveURL('/dashboard/payments')
  await expect(rows(page)).toHaveCount(26)
})

test('an admin refunds a payment after confirming, and the student gets an e-mail', async ({
  page,
  nextMailTo,
  messages,
}) => {
  const name = 'Small Machines'
  const email = await asNewStudent(page)
  await buy(page, name)
  await becomeDemo(page, 'admin')
  await page.goto(`/dashboard/payments?q=${email}`)
  await expect(rows(page)).toHaveCount(2)
  const row = rows(page).nth(1)
  await expect(row).toContainText(`Nora Berg${email}`)
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0)
  await expect(row).toContainText('$112.00')
  await row.getByRole('button', { name: /^Refund receipt \d+ of Nora Berg$/ }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    /Refund receipt \d+\?The full amount, \$112.00, goes back to the card of Nora Berg\. Their enrolment in Small Machines ends/,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('button', { name: /^Refund/ })).toBeVisible()
  await row.getByRole('button', { name: /^Refund/ }).click()
  await question.getByRole('button', { name: 'Yes, refund it!' }).click()
  await expect.poll(() => messages.join()).toContain("We've e-mailed Nora Berg.")
  await expect(row).toContainText('refundedrefunded by an admin')
  await expect(row).toContainText(/on its way to the provider|sent back/)
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Action' })).toHaveCount(0)
  await expect(row).toBeFocused()
  const mail = await waitForEmail(nextMailTo, email, /^Refund of receipt \d+: Small Machines$/)
  expect(mail.text).toContain('We are refunding $112.00 to your card')
})

test('an admin refunds a part of a payment, and the student keeps the seat', async ({ page, nextMailTo }) => {
  const email = await asNewStudent(page)
  await buy(page, 'Small Machines')
  await becomeDemo(page, 'admin')
  await page.goto(`/dashboard/payments?q=${email}`)
  const row = rows(page).nth(1)
  await row.getByRole('button', { name: /^Refund receipt/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Amount')).toHaveValue('112.00')
  await expect(dialog.getByLabel('Keep the seat')).not.toBeChecked()
  await expectNoViolations(page)
  await dialog.getByLabel('Amount').fill('112.01')
  await dialog.getByRole('button', { name: 'Yes, refund it!' }).click()
  await expect(dialog.getByText('amount must be at most $112.00')).toBeVisible()
  await dialog.getByLabel('Amount').fill('12')
  await expect(dialog.getByLabel('Keep the seat')).toBeChecked()
  await expect(dialog).toContainText('$12.00 goes back to the card of Nora Berg. They stay enrolled in Small Machines')
  await dialog.getByLabel('Reason').fill('The sky stayed gray')
  await dialog.getByRole('button', { name: 'Yes, refund it!' }).click()
  await expect(row).toContainText('refunded by an admin: $12.00The sky stayed gray')
  await expect(page.getByRole('list', { name: 'Sums' })).toContainText('$112.00 paid, $12.00 refunded, $100.00 kept')
  const mail = await waitForEmail(nextMailTo, email, /^Refund of receipt \d+: Small Machines$/)
  expect(mail.text).toContain('We are refunding $12.00 to your card')
  expect(mail.text).toContain('You stay enrolled.')
  await row.getByRole('button', { name: /^Refund receipt/ }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00')
})

test('a failed refund shows the reason and can be retried; incidents are listed above', async ({ page, messages }) => {
  await asDemo(page, 'admin')
  let tried = 0
  await page.route('**/refund/retry', (route) => {
    tried++
    return route.fulfill({ json: { modifiedCount: 1 } })
  })
  await page.route('**/api/payments/all*', async (route) => {
    const response = await route.fetch()
    const [newest, ...others]: { price: number }[] = await response.json()
    const status = tried === 0 ? 'failed' : 'done'
    const problem = tried === 0 ? 'expired_or_canceled_card' : null
    const refund = { amount: 5, reason: 'withdrawn', status, problem, note: null, created_at: Date.now() }
    const [refunded, left] = tried === 0 ? [0, newest?.price] : [newest?.price, 0]
    const changed = { ...newest, status: 'refunded', refunded, left, refund, refunds: [refund], lacking: tried === 0 }
    await route.fulfill({ response, json: [changed, ...others] })
  })
  const paymentId = '0b8f6d9e-7b57-4a2c-9a39-2f1f5b7f0c11'
  const incidents = [
    { _id: '1', paymentId, transactionId: 'pi_1', text: 'The cardholder disputes this payment.', created_at: 0 },
    {
      _id: '2',
      paymentId: null,
      transactionId: 'pi_unknown',
      text: 'A payment that is not known here.',
      created_at: 0,
    },
  ]
  await page.route('**/api/payments/incidents', (route) => route.fulfill({ json: incidents }))
  await page.goto('/dashboard/payments')
  const incidentList = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  await expect(incidentList).toHaveText([/January 1, 1970.*disputes this payment/, /not known here\.pi_unknown/])
  await expect(incidentList.first().getByRole('link')).toHaveAttribute('href', `/dashboard/receipt/${paymentId}`)
  const row = rows(page).nth(1)
  await expect(row).toContainText('refundedclass withdrawn: $5.00could not be sentexpired_or_canceled_card')
  await expectToFit(page)
  await row.getByRole('button', { name: /^Try again receipt \d+/ }).click()
  await expect.poll(() => messages).toContain('Trying the refund again')
  await expect(row).toContainText('sent back')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(tried).toBe(1)
})

test('an admin sees what the payments of a status and of a period come to', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/payments')
  const sums = page.getByRole('list', { name: 'Sums' }).getByRole('listitem')
  await expect(sums).toHaveText([/^\$[\d,.]+ paid/])
  const all = await sums.textContent()
  const range = await page.getByText(/^1 to 25 of \d+$/).boundingBox()
  const sum = await sums.boundingBox()
  expect(sum?.y).toBeLessThan((range?.y ?? 0) + (range?.height ?? 0))
  expect((sum?.x ?? 0) + (sum?.width ?? 0)).toBeGreaterThan(1000)
  await expect(rows(page).nth(1).getByRole('cell').locator('.picture')).toHaveCSS('width', '48px')
  await page.getByLabel('Status').selectOption('refunded')
  await expect(page).toHaveURL('/dashboard/payments?status=refunded')
  await expect(sums).not.toHaveText([`${all}`])
  await page.getByLabel('Status').selectOption('All')
  await expect(sums).toHaveText([`${all}`])

  const today = new Date().toISOString().slice(0, 10)
  const from = new Date(Date.now() - 40 * 24 * 3_600_000).toISOString().slice(0, 10)
  // Two changes before the page shows the first.
  await page.evaluate(
    (days) => {
      const inputs = document.querySelectorAll<HTMLInputElement>('input[type=date]')
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      for (const [index, input] of inputs.entries()) {
        write?.call(input, days[index])
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    },
    [from, today],
  )
  await expect(page).toHaveURL(`/dashboard/payments?from=${from}&to=${today}`)
  await expect(sums).not.toHaveText([`${all}`])
  await expectNoViolations(page)
  await expectToFit(page)
  const download = page.waitForEvent('download')
  const request = page.waitForRequest((each) => each.url().includes('/payments.csv'))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await request).url()).toContain(`from=${from}&to=${today}`)
  await (await download).delete()
  await page.goBack()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('')
  await page.getByLabel('From', { exact: true }).fill('2099-01-01')
  await expect(page.getByText('No payments match this search.')).toBeVisible()
  await page.getByRole('button', { name: 'All payments' }).click()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('')
  await expect(sums).toHaveText([`${all}`])
})

test('on a phone, the field of the search shows all that it searches', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/payments')
  const [words, room] = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = font
    const words = canvas?.measureText(field.placeholder).width ?? Number.NaN
    return [words, field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)]
  })
  expect(words).toBeLessThanOrEqual(room ?? 0)
})
