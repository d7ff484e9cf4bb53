import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { waitForEmail } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

haveOwnApplication()

test('an admin changes the words of an e-mail with its variables, previews and tests them, and resets them', async ({
  page,
  nextMailTo,
  expectedErrors,
}) => {
  expectedErrors.push('400 (Bad Request)')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/emails')
  await expect(page.getByRole('link', { name: 'Receipt', exact: true })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()

  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Thank you, .')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(11, 11))
  await page.getByRole('button', { name: '{{recipient_name}} insert' }).click()
  await expect(text).toHaveValue('Thank you, {{recipient_name}}.')
  await expect(text).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('text: must contain {{receipt_lines}}').first()).toBeVisible()
  const lines = page.getByRole('button', { name: '{{receipt_lines}} insert' })
  await expect(lines).toHaveAccessibleDescription(/^The number of the receipt, .* The text must contain it\.$/)
  await lines.click()
  await page.getByRole('button', { name: 'Phone' }).click()
  const preview = page.getByRole('region', { name: 'Preview on a phone' })
  await expect(preview.getByText('Thank you, Ada Lovelace')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Reset to default' })).toBeVisible()
  await page.getByText('Default words', { exact: true }).click()
  await expectNoViolations(page)
  await expectToFit(page)

  await page.getByRole('button', { name: 'Send a test to me' }).click()
  const mail = await waitForEmail(nextMailTo, 'admin@demo.school', /^Test: Receipt 1001: Fog in the City$/)
  expect(mail.text).toMatch(/^Thank you, Ada Lovelace\n\nReceipt 1001\n/)

  await page.getByRole('button', { name: 'Reset to default' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your words of this e-mail are deleted, also those that you have not saved.')
  await dialog.getByRole('button', { name: 'Reset to default' }).click()
  await expect(text).toHaveValue(/^\{\{greeting\}\}/)
})
