import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

haveOwnApplication()

test('an admin uploads a file, matches its columns, sees what is wrong, imports the rest, and undoes it', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('400 (Bad Request)')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/admin-home')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveTitle('Photography School | Import')
  const file = page.getByLabel('CSV file')
  const upload = (text: string) =>
    file.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('Who,Email\nAda,"a@example.test\n')
  await expect(page.getByRole('alert')).toHaveText('Row 2 has a quote (") that never ends. Close it, or remove it.')
  await expectNoViolations(page)
  await expectToFit(page)

  const people = Array.from({ length: 2_200 }, (_, index) => `Person ${index},person${index}@example.test`)
  await upload(`Who;Email\n${people.join('\n').replaceAll(',', ';')}\nNobody;nowhere\nThe admin;admin@demo.school\n`)
  const form = page.getByRole('form', { name: 'Match columns' })
  await expect(form.getByLabel('E-mail (required)')).toHaveValue('1')
  await expect(form.getByLabel('Role for all rows')).toHaveValue('student')
  await form.getByLabel('E-mail (required)').selectOption('Choose a column')
  await form.getByRole('button', { name: 'Check rows' }).click()
  await expect(form.getByRole('alert')).toHaveText('Choose a column or a value for E-mail.')
  await form.getByLabel('E-mail (required)').selectOption('1')
  await form.getByLabel('Name', { exact: true }).selectOption('0')
  await expectToFit(page)
  await form.getByRole('button', { name: 'Check rows' }).click()

  const table = page.getByRole('table')
  await expect(table.getByRole('row').filter({ hasText: 'nowhere' })).toContainText('E-mail is not an e-mail address')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^rows-invalid-.*\.csv$/)
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('existing')
  await expect(table).toContainText('admin@demo.school has an account already. It stays as it is.')
  await expectNoViolations(page)
  await expectToFit(page)

  await page.reload()
  await page.getByRole('button', { name: 'Import 2,200 users' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, import' }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  const result = page.url()
  await page.getByRole('link', { name: 'Manage Users', exact: true }).last().click()
  await page.getByRole('searchbox').fill('Person 2199')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Person 2199' })).toBeVisible()
  await page.goto(result)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, undo it!' }).click()
  await expect(page.getByRole('heading', { name: 'The import is undone' })).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'All imports' }).click()
  await expect(table.getByRole('row').filter({ hasText: 'people.csv' })).toContainText('Undone')
})

test('an admin is asked for the order of dates that can be read both ways, and sees them in words before importing', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('400 (Bad Request)')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/import')
  const text = `Name,Instructor e-mail,Seats,Price,Date,Start,End,Time zone
Fog,instructor@demo.school,8,$150,03/04/2027,6:00 PM,8:00 PM,America/Winnipeg
`
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'classes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const form = page.getByRole('form', { name: 'Match columns' })
  await form.getByRole('button', { name: 'Check rows' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Choose the order of dates: 03/04/2027 may be April 3 or March 4.',
  )
  await form.getByLabel('Order of dates').selectOption('month-day')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Check rows' }).click()
  const words = 'Thu, Mar 4, 2027, 18:00–20:00 (America/Winnipeg)'
  await expect(page.getByText(`Dates are read like this: “03/04/2027” is ${words}.`)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Fog' })).toContainText(words)
  await expectNoViolations(page)
  await expectToFit(page)
  await expect(page.getByRole('button', { name: 'Import 1 class' })).toBeVisible()
})
