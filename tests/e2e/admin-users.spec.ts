import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { rowWith } from './admin.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { confirmEmail, signUpConfirmed } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { EMBEDDED, signUpByCall } from './provider.ts'
import { newEmail } from './student.ts'

haveOwnApplication()

const confirmBy = (page: Page, button: string) => page.getByRole('dialog').getByRole('button', { name: button }).click()
const firstCells = (page: Page) => page.getByRole('row').nth(1).getByRole('cell')

test('an admin changes roles, and the list shows each change', async ({ page, application, nextMailTo, messages }) => {
  const { email } = await signUpConfirmed(application.url, newEmail(), nextMailTo)
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const row = rowWith(page, email)
  const button = (name: string) => row.getByRole('button', { name: `${name} Nora Berg` })
  const openMenu = () => row.getByRole('button', { name: 'More Nora Berg' }).click()
  await expect(row.getByRole('link', { name: 'Nora Berg' })).toHaveAttribute('href', /^\/dashboard\/payments\?q=/)
  await openMenu()
  await expect(row.getByRole('link', { name: 'Send e-mail to Nora Berg' })).toHaveAttribute('href', /^mailto:/)
  await expect(button('Make Student')).toBeDisabled()
  await page.keyboard.press('Escape')

  await button('Make Instructor').click()
  await expect(row.getByRole('cell').nth(3)).toHaveText('instructor')
  await expect(button('Make Instructor')).toBeDisabled()
  await button('Make Admin').click()
  await expect(page.getByRole('dialog')).toContainText('Nora Berg will read everybody')
  await confirmBy(page, 'Cancel')
  await expect(row.getByRole('cell').nth(3)).toHaveText('instructor')
  await button('Make Admin').click()
  await confirmBy(page, 'Make Admin')
  await expect(row.getByRole('cell').nth(3)).toHaveText('admin')
  await button('Make Instructor').click()
  await expect(page.getByRole('dialog')).toContainText('They lose admin access immediately.')
  await confirmBy(page, 'Cancel')
  await expect(button('Make Admin')).toBeDisabled()
  await openMenu()
  await button('Make Student').click()
  await expect(page.getByRole('dialog')).toContainText('They lose admin access immediately.')
  await confirmBy(page, 'Cancel')
  await openMenu()
  await button('Make Student').click()
  await confirmBy(page, 'Yes, make them a student!')
  await expect(row.getByRole('cell').nth(3)).toHaveText('student')
  expect(messages).toEqual([`${email} Now instructor`, `${email} Now Admin`, `${email} Now student`])
})

test('a user whose e-mail is not confirmed is shown as such, and becomes no admin until then', {
  tag: EMBEDDED,
}, async ({ page, application, nextMailTo, expectedErrors }) => {
  expectedErrors.push('409')
  const student = await signUpByCall(application.url, newEmail())
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const row = rowWith(page, student.email)
  await expect(row.getByText('Not confirmed')).toBeVisible()
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await confirmBy(page, 'Make Admin')
  await expect(page.getByRole('alert')).toContainText('This user has not confirmed their e-mail address.')
  await expect(row.getByRole('cell').nth(3)).toHaveText('student')

  await confirmEmail(application.url, student, nextMailTo)
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText('Not confirmed')).toHaveCount(0)
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await confirmBy(page, 'Make Admin')
  await expect(row.getByRole('cell').nth(3)).toHaveText('admin')
})

test('a double click on a role sends one request', async ({ page, application, nextMailTo, messages }) => {
  const { email } = await signUpConfirmed(application.url, newEmail(), nextMailTo)
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') requests.push(new URL(request.url()).pathname)
  })
  const row = rowWith(page, email)
  for (const role of ['Instructor', 'Admin']) {
    if (role === 'Admin') await row.getByRole('button', { name: 'Make Admin' }).click()
    const place = role === 'Admin' ? page.getByRole('dialog') : row
    await place.getByRole('button', { name: `Make ${role}` }).dblclick()
    await expect(row.getByRole('cell').nth(3)).toHaveText(role.toLowerCase())
    await expect(row).toBeFocused()
  }
  expect(requests).toHaveLength(2)
  expect(messages).toEqual([`${email} Now instructor`, `${email} Now Admin`])
})

test('a row takes the focus after its action, also where a click beside the controls has left none', async ({
  page,
  application,
}) => {
  const { email } = await signUpByCall(application.url, newEmail())
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const clicked = Promise.withResolvers<void>()
  await page.route('**/user/instructor/*', async (route) => {
    await clicked.promise
    await route.continue()
  })
  const row = rowWith(page, email)
  const admin = row.getByRole('button', { name: 'Make Admin' })
  const { x: place } = (await admin.boundingBox()) ?? {}
  const instructor = row.getByRole('button', { name: 'Make Instructor' })
  await instructor.click()
  await expect(instructor).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await admin.boundingBox()).toMatchObject({ x: place })
  clicked.resolve()
  await expect(row).toBeFocused()
  await expect(row.getByRole('button', { name: 'More' })).toBeVisible()
  expect(await admin.boundingBox()).toMatchObject({ x: place })
})

test('an admin whose change another admin made first reads so', async ({
  page,
  application,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('404')
  const { email } = await signUpByCall(application.url, newEmail())
  const other = await demoCalls(application, 'admin')
  const { _id: id } = await other.call(api.getUser, { params: { email } })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const row = rowWith(page, email)
  await expect(row).toBeVisible()
  await other.call(api.makeInstructor, { params: { id } })
  await row.getByRole('button', { name: 'Make Instructor' }).click()
  await expect(row.getByRole('cell').nth(3)).toHaveText('instructor')
  expect(messages).toEqual([`Nothing changed: another admin has already given ${email} this role.`])

  await other.call(api.deleteUser, { params: { id } })
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await confirmBy(page, 'Make Admin')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveText("We couldn't find that.")
})

test('an admin deletes a user after confirming, and cannot delete themselves', async ({
  page,
  application,
  messages,
}) => {
  const { email } = await signUpByCall(application.url, newEmail())
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const total = page.getByText(/^Total User: \d+$/)
  const count = async () => Number(/\d+/.exec((await total.textContent()) ?? '')?.[0])
  await expect(total).toBeVisible()
  const before = await count()
  const row = rowWith(page, email)
  await row.getByRole('button', { name: 'Delete Nora Berg' }).click()
  await expect(page.getByRole('dialog')).toContainText("Are you sure?You won't be able to revert this!")
  await expect(page.getByRole('dialog')).toContainText(
    `You are deleting Nora Berg (${email}). They can no longer log in.`,
  )
  await confirmBy(page, 'Cancel')
  await expect(row).toBeVisible()
  const nextRow = page.getByRole('row').nth(2)
  const nextEmail = (await nextRow.getByRole('cell').nth(2).textContent()) ?? ''
  await row.getByRole('button', { name: 'Delete Nora Berg' }).click()
  await confirmBy(page, 'Yes, delete it!')
  await expect(row).toHaveCount(0)
  await expect(rowWith(page, nextEmail)).toBeFocused()
  await expect.poll(count).toBe(before - 1)
  expect(messages).toEqual(['Deleted!Your file has been deleted.'])

  await page.goto('/dashboard/all-users?q=admin@demo.school')
  for (const button of await rowWith(page, 'admin@demo.school').getByRole('button').all())
    await expect(button).toBeDisabled()
  await expectToFit(page)
})

test('search, order and page are in the URL, so that Back and a shared link restore them', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const name = page.getByRole('columnheader', { name: 'Name', exact: true })
  const sort = name.getByRole('button', { name: 'Name', exact: true })
  await sort.click()
  await expect(page).toHaveURL('/dashboard/all-users?sort=name&order=asc')
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expect(firstCells(page).nth(1)).toHaveText('Adaeze Okafor')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/dashboard/all-users?sort=name&order=asc&page=2')
  await expect(firstCells(page).nth(0)).toHaveText('26')
  await expect(page.getByRole('status').filter({ hasText: /^26 to 50 of \d+$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await sort.click()
  await expect(page).toHaveURL('/dashboard/all-users?sort=name&order=desc')
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await sort.click()
  await expect(page).toHaveURL('/dashboard/all-users')
  await expect(name).not.toHaveAttribute('aria-sort')

  const box = page.getByRole('searchbox', { name: 'Search users' })
  await box.fill('  students.demo ')
  await box.press('Enter')
  await expect(page).toHaveURL('/dashboard/all-users?q=students.demo')
  await expect(page.getByRole('status').filter({ hasText: /^Users found: 1 to 25 of \d+$/ })).toBeVisible()
  await expect(box).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/all-users')
  await expect(box).toHaveValue('')
  await page.goto('/dashboard/all-users?q=nobody-at-all')
  await expect(page.getByText('No users match this search.')).toBeVisible()
  await page.getByRole('button', { name: 'All users' }).click()
  await expect(page).toHaveURL('/dashboard/all-users')
  await page.goto('/dashboard/all-users?page=99&sort=nonsense')
  await expect(page).toHaveURL(/\?page=\d\b/)
  await expect(firstCells(page).nth(1)).toBeVisible()
})

test('on a phone, where rows are cards, a select sorts the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  await page.getByLabel('Sort by').selectOption('Name, ascending')
  await expect(page).toHaveURL('/dashboard/all-users?sort=name&order=asc')
  await expect(page.getByRole('row').first().getByRole('cell').first()).toHaveText('Adaeze Okafor')
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toHaveCount(0)
  // Forced colors draw the boxes of all buttons.
  await page.emulateMedia({ forcedColors: 'active' })
  const beyond = await page.getByRole('row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const { right, bottom } = row.getBoundingClientRect()
      const boxes = [...row.querySelectorAll('.btn')].map((button) => button.getBoundingClientRect())
      return boxes.filter((box) => box.width > 0 && (box.right > right || box.bottom > bottom))
    }),
  )
  expect(beyond).toEqual([])
})

test('a list that cannot be loaded says so and offers to try again', async ({ page, expectedErrors }) => {
  expectedErrors.push('429')
  const body = { statusCode: 429, code: 'TOO_MANY_REQUESTS', error: 'Too Many Requests', message: 'Please wait.' }
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 429, json: body }))
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  await expect(page.getByRole('alert')).toHaveText('Please wait.')
  await page.unroute('**/api/users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(firstCells(page).nth(0)).toHaveText('1')
})

test('the list is exported as a file with all pages, searched and sorted as shown', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users?q=students.demo&sort=name&order=asc')
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  // Spreadsheets recognize UTF-8 by the byte order mark.
  expect(csv.startsWith('\ufeff')).toBe(true)
  const lines = csv.trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(26)
  for (const line of lines.slice(1)) expect(line).toContain('@students.demo.school')
})
