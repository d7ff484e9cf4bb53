import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy } from './student.ts'

haveOwnApplication()

test('an admin adds terms from a preset, sees them in words, and makes them the default', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/terms')
  const items = page.getByRole('list', { name: 'Cancellation terms' }).locator(':scope > li')
  await expect(items).toHaveCount(1)
  await expect(items.first()).toContainText('Cancel within 14 days of paying')

  const form = page.getByRole('form', { name: 'Add terms' })
  await form.getByRole('button', { name: 'Weekend workshops' }).click()
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Until 14 days before the start: 100 % back.')
  await expect(preview).toContainText('Until 7 days before the start: 50 % back.')
  await form.getByRole('button', { name: 'Add a step' }).click()
  await form.getByLabel('Until of step 3').fill('-3')
  await expectNoViolations(page)
  await expectToFit(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Until of step 3')).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('button', { name: 'Remove step 3' }).click()
  await expect(form.getByRole('button', { name: 'Add a step' })).toBeFocused()
  await form.getByLabel('Fee for another date').fill('12.50')
  await form.getByLabel('Last hours to move').fill('48')
  await form.getByLabel('Last hours for a substitute').fill('24')
  await expect(preview).toContainText('until 2 days before the start for a fee of $12.50.')
  await form.getByLabel('Text').fill('Ask us if you are ill.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(items).toHaveCount(2)
  await expect(items.nth(1)).toContainText('Ask us if you are ill.')
  await expect(items.nth(1)).toContainText('give your place to another person until 1 day before the start.')

  await page.getByRole('button', { name: 'Make default Weekend workshops' }).click()
  await expect(items.first()).toContainText('Weekend workshops')
  await expect(items.first()).toContainText('The default')
  await page.getByRole('button', { name: 'Edit Weekend workshops' }).click()
  await page.getByLabel('Until of step 1').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(items.first()).toContainText('Until 10 days before the start: 100 % back.')
  await page.getByRole('button', { name: 'Delete Standard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(items).toHaveCount(1)
})

test('terms may let students offer their seats for sale again, which they do and undo in Payment History', async ({
  page,
  browser,
  application,
}) => {
  test.slow()
  await asDemo(page, 'admin')
  await page.goto('/dashboard/terms')
  const form = page.getByRole('form', { name: 'Add terms' })
  await form.getByLabel('Name').fill('Resale')
  await form.getByLabel('May students offer their seat for sale again?').selectOption('less_fee')
  await form.getByLabel('Fee of a seat that is sold again').fill('15')
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('we return what you paid, less $15.00.')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Make default Resale' }).click()
  const items = page.getByRole('list', { name: 'Cancellation terms' }).locator(':scope > li')
  await expect(items.first()).toContainText('we return what you paid, less $15.00.')

  const name = 'Ceramics on the Table'
  const phone = await browser.newContext({ baseURL: application.url })
  const student = await phone.newPage()
  await asNewStudent(student)
  await buy(student, name)
  await student.goto('/dashboard/payment-history')
  const row = student.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Offer seat of ${name} for sale again` }).click()
  await expect(student.getByRole('dialog')).toContainText('goes back to your card')
  await student.getByRole('dialog').getByRole('button', { name: 'Yes, offer it!' }).click()
  await expect(row).toContainText('Your seat is for sale again.')
  await expectNoViolations(student)
  await expectToFit(student)
  const message = 'A student is paying for this class right now. Try again in a few minutes.'
  const refused = { statusCode: 409, code: 'BEING_PAID', error: 'Conflict', message }
  await student.route('**/return', (route) => route.fulfill({ status: 409, json: refused }), { times: 1 })
  await row.getByRole('button', { name: `Keep seat of ${name}` }).click()
  await expect(student.getByRole('alert')).toHaveText(message)
  await row.getByRole('button', { name: `Keep seat of ${name}` }).click()
  await expect(row).not.toContainText('Your seat is for sale again.')
  await phone.close()
})
