import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy } from './student.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a student cancels: the enrolment ends, the payment is refunded, and the row shows it', async ({
  page,
  messages,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('409')
  const name = 'Ceramics on the Table'
  await asNewStudent(page)
  await buy(page, name)
  await page.goto('/dashboard/payment-history')
  const cancel = page.getByRole('button', { name: `Cancel ${name}` })
  await cancel.click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`Cancel ${name}?`)
  // Its two dates have different prices, and which one comes first depends on the weekday.
  const price = /\$\d+\.\d\d/.exec((await row(page, name).textContent()) ?? '')?.[0]
  await expect(question).toContainText(
    `Your enrolment ends now, and the full amount, ${price}, goes back to your card.`,
  )
  await expect(question).toContainText(
    /You get this back until \w{3}, [A-Z][a-z]{2} \d+(, 20\d\d)?, \d\d:\d\d \(Europe\/Oslo\)\./,
  )
  await question.getByRole('button', { name: 'Keep the class' }).click()
  await expect(question).toBeHidden()
  await expect(row(page, name).getByRole('button', { name: `Paid ${name}` })).toBeDisabled()

  const message = 'The amount has changed. Check the new one, then try again.'
  const refused = { statusCode: 409, code: 'AMOUNT_CHANGED', error: 'Conflict', message }
  await cancel.click()
  await expect(question).toBeVisible()
  await page.route('**/cancellation', (route) => route.fulfill({ status: 409, json: refused }), { times: 1 })
  await question.getByRole('button', { name: 'Yes, cancel it!' }).click()
  await expect(page.getByRole('alert')).toHaveText(message)
  await expect(cancel).toBeFocused()

  await cancel.click()
  await question.getByRole('button', { name: 'Yes, cancel it!' }).click()
  await expect.poll(() => messages.join()).toContain('Your enrolment is cancelled')
  await expect(row(page, name).getByRole('button', { name: `Refunded ${name}` })).toBeDisabled()
  await expect(row(page, name)).toBeFocused()
  await expect(row(page, name)).toContainText(/on its way to your card|sent back on/)
  await expect(async () => {
    await page.reload()
    await expect(row(page, name)).toContainText(/sent back on [A-Z][a-z]+ \d+, 20\d\d \(UTC\)/, { timeout: 2_000 })
  }).toPass()
  await expect(row(page, name)).toContainText('You cancelled your enrolment.')
  await expect(cancel).toHaveCount(0)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date (UTC)',
    'Image',
    'Name',
    'Price',
    'Status',
    'TransactionId',
    'Note',
  ])
  await expectNoViolations(page)
  await expectToFit(page)

  await page.goto('/dashboard/enroll-class')
  await expect(page.getByText('You are not enrolled in a class yet.')).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await page.getByRole('link', { name: `Receipt ${name}` }).click()
  await expect(page.getByRole('article')).toContainText(/Refunded on [A-Z][a-z]+ \d+, 20\d\d \(UTC\)/)
})

test('a student can also cancel from the receipt, and their home shows that the refund is in progress', async ({
  page,
}) => {
  const name = 'Façades with a Long Lens'
  await page.route('**/api/payments?*', async (route) => {
    const response = await route.fetch()
    const payments: { refund: object | null }[] = await response.json()
    const json = payments.map((it) => ({ ...it, refund: it.refund && { ...it.refund, status: 'queued' } }))
    await route.fulfill({ response, json })
  })
  await asNewStudent(page)
  await buy(page, name)
  await page.getByRole('main').getByRole('link', { name: 'Receipt' }).click()
  await page.getByRole('button', { name: `Cancel enrolment ${name}` }).click()
  await page.getByRole('button', { name: 'Yes, cancel it!' }).click()
  await expect(page.getByRole('article')).toContainText('Refunded on')
  await page.goto('/dashboard/student-home')
  const next = page.getByRole('region', { name: 'Next steps' })
  await expect(next).toContainText(`${name}$115.00: on its way to your card.`)
  await next.getByRole('link', { name: `Receipt ${name}` }).click()
  await expect(page).toHaveURL(/\/dashboard\/receipt\//)
})

test('once the date has begun there is no Cancel, and a late request is refused with a message', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  await asDemo(page, 'student')
  // All payments are old until the route below changes.
  await page.route('**/api/payments?*', async (route) => {
    const response = await route.fetch()
    const payments: object[] = await response.json()
    await route.fulfill({ response, json: payments.map((it, index) => ({ ...it, may_cancel: index === 0 })) })
  })
  const words = 'This date has begun, so it can no longer be cancelled. Contact us for help.'
  const json = { statusCode: 409, code: 'CANCEL_TOO_LATE', error: 'Conflict', message: words }
  await page.route('**/cancellation', (route) => route.fulfill({ status: 409, json }))
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(1)
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Refunded/ })).toHaveCount(0)
})

test('a refund that could not be sent says that the school is looking into it', async ({ page }) => {
  await asDemo(page, 'student')
  await page.route('**/api/payments?*', async (route) => {
    const response = await route.fetch()
    const [newest, ...others]: object[] = await response.json()
    const refund = { method: 'card', amount: 135, reason: 'refunded', status: 'failed', created_at: Date.now() }
    const ended = { at: Date.now(), why: 'refunded' }
    const change = { created_at: Date.UTC(2027, 10, 27), status: 'paid', cancel_until: null, refund, ended }
    await route.fulfill({ response, json: [{ ...newest, ...change }, ...others] })
  })
  await page.goto('/dashboard/payment-history')
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText("we couldn't send it back yet and are looking into it")
  await expect(first).toContainText('We refunded your payment, and your enrolment has ended.')
  await expect(first.getByRole('button', { name: /^Refund failed/ })).toBeDisabled()
  await page.setViewportSize({ width: 390, height: 844 })
  const date = first.getByText('November 27, 2027')
  expect(await date.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
