import { readHeader } from '../../testing/sent-emails.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { findLink, waitForEmail } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { newEmail } from './student.ts'

haveOwnApplication()

test('an admin writes, previews, tests and sends a newsletter; a subscriber gets it and unsubscribes in one click', async ({
  page,
  request,
  nextMailTo,
}) => {
  const reader = newEmail()
  await request.post('/api/newsletter', { data: { email: reader } })
  const token = new URL(await findLink(nextMailTo, reader, /confirm/)).searchParams.get('token')
  await request.post('/api/newsletter/confirm', { data: { token } })

  await asDemo(page, 'admin')
  await page.goto('/dashboard/newsletter')
  await expect(page.getByText('Nothing was written yet.')).toBeVisible()
  await page.getByRole('link', { name: 'New message' }).click()
  await expect(page.getByRole('link', { name: 'All messages' })).toHaveAttribute('href', '/dashboard/newsletter')
  await expect(page.getByText(/^Save stores a draft\./)).toBeVisible()
  await page.getByLabel('Subject').fill('Autumn light')
  // The frame of the e-mail is there before its text.
  const preview = page.getByRole('region', { name: 'Preview on a phone' })
  await expect(preview).toHaveText(/Autumn light.*There is no text yet\..*Unsubscribe/s)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('text is required')).toBeVisible()
  await page.getByLabel('Text').fill('# Fog\n\nIt is **coming**.')
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect(preview.getByRole('heading', { name: 'Fog' })).toBeVisible()
  await page.getByLabel('Publish on our site when it is sent').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/dashboard\/newsletter\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await expectNoViolations(page)
  await expectToFit(page)

  // The one solid button is the next step.
  const solid = page.getByRole('form').locator('.form-actions .btn-primary')
  await expect(solid).toHaveText(['Send'])
  await page.getByLabel('Text').fill('# Fog\n\nIt is **here**.')
  await expect(solid).toHaveText(['Save'])
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  expect((await waitForEmail(nextMailTo, 'admin@demo.school', /^Test: Autumn light$/)).text).toContain('It is here.')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Send to 1 recipient?')
  await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sent to 1 of 1.' })).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)

  const mail = await waitForEmail(nextMailTo, reader, /^Autumn light$/)
  const oneClick = /<(.+)>/.exec(readHeader(mail, 'list-unsubscribe') ?? '')?.[1] ?? ''
  await page.goto('/newsletter')
  await page.getByRole('main').getByRole('link', { name: 'Autumn light' }).click()
  await expect(page).toHaveTitle('Photography School | Autumn light')
  await expect(page.getByRole('heading', { name: 'Fog' })).toBeVisible()
  await expectNoViolations(page)

  expect((await request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } })).ok()).toBe(true)
  await page.goto('/dashboard/newsletter')
  await page.getByRole('link', { name: 'New message' }).click()
  await page.getByLabel('Subject').fill('Winter')
  await page.getByLabel('Text').fill('Snow.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Nobody would receive this now.')).toBeVisible()
})
