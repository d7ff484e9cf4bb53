import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { CONFIRM, findLink } from './emails.ts'
import { expect, test, withPictures } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import {
  asNewStudent,
  goToPayment,
  haveSelected,
  logIn,
  newEmail,
  PASSWORD,
  paid,
  payWith,
  register,
} from './student.ts'
import { createPhoto } from './test-photos.ts'

test.use(withPictures)

const PHOTO = '/pictures/demo/night-harbour/640.webp'
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

test('an e-mail is confirmed by the link of a message, once, and not by fetching the link', { tag: EMBEDDED }, async ({
  page,
  nextMailTo,
  expectedErrors,
}) => {
  const email = await asNewStudent(page)
  const first = await findLink(nextMailTo, email, CONFIRM)
  await page.goto('/dashboard/profile')
  await expect(page.getByText('not confirmed yet')).toBeVisible()
  await press(page, 'Send the link again')
  await expect(page.getByText("Check your inbox: we've e-mailed you a link.")).toBeVisible()
  expect(await findLink(nextMailTo, email, CONFIRM)).not.toBe(first)

  const html = await (await page.request.get(first)).text()
  expect(html).toContain('Confirm my e-mail address')
  await page.reload()
  await expect(page.getByText('not confirmed yet')).toBeVisible()

  await page.goto(first)
  await expect(page).toHaveTitle('Photography School | Verify e-mail')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed. Thank you!')).toBeVisible()
  await page.getByRole('link', { name: 'To your profile' }).click()
  await expect(page.getByText('confirmed', { exact: true })).toBeVisible()

  expectedErrors.push('400')
  await page.goto(first)
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
})

test('a photo that a user uploads is shown at once, also by a second try, and stays after a reload', async ({
  page,
  expectedErrors,
  messages,
}) => {
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  expectedErrors.push('503')
  const busy = { statusCode: 503, code: 'UNAVAILABLE', error: 'Service Unavailable', message: 'Not just now.' }
  await page.route('**/api/account/photo', (route) => route.fulfill({ status: 503, json: busy }), { times: 1 })
  await field(page, 'New photo').setInputFiles(await createPhoto('me.jpg'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => messages.join()).toContain('Updated SuccessFully')
  await expect(field(page, 'Photo Url')).toHaveValue(/^\/pictures\/[0-9a-f]{64}-/)
  const url = await field(page, 'Photo Url').inputValue()
  await page.reload()
  await expect(field(page, 'Photo Url')).toHaveValue(url)
  await expect(field(page, 'Name')).not.toHaveValue('')
})

test('name and photo change in the bar and the greeting of this tab immediately, and in another tab when it becomes visible', async ({
  page,
  context,
  messages,
}) => {
  await register(page)
  const other = await context.newPage()
  await other.goto('/dashboard/student-home')
  await expect(other.getByRole('heading', { name: 'Hello, Nora Berg' })).toBeVisible()
  await page.goto('/dashboard/profile')
  const portrait = page.getByRole('banner').locator('img').first()
  await expect(portrait).toHaveCount(0)
  await field(page, 'Name').fill('Nora Berg-Lund')
  await field(page, 'Phone').fill('+47 22 12 34 56')
  await field(page, 'Photo Url').fill(PHOTO)
  await press(page, 'Save')
  await expect.poll(() => messages).toContain('Updated SuccessFully')
  await expect(page.getByRole('heading', { name: 'Hello, Nora Berg-Lund' })).toBeVisible()
  await expect(portrait).toHaveAttribute('src', PHOTO)
  await expect(page.getByRole('definition').first()).toHaveText('Nora Berg-Lund')

  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(other.getByRole('heading', { name: 'Hello, Nora Berg-Lund' })).toBeVisible()
  await page.reload()
  await expect(portrait).toHaveAttribute('src', PHOTO)
  await expect(field(page, 'Photo Url')).toHaveValue(PHOTO)
  await expect(field(page, 'Phone')).toHaveValue('+47 22 12 34 56')
  await field(page, 'Photo Url').fill('')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await press(page, 'Save')
  expect((await saved).status()).toBe(200)
  await expect(portrait).toHaveCount(0)
})

test('a photo URL with a script is refused, and the typed values stay when the network fails', {
  tag: EMBEDDED,
}, async ({ page, expectedErrors }) => {
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await field(page, 'Name').fill('Nora Lund')
  await field(page, 'Phone').fill('call me')
  await field(page, 'Photo Url').fill('javascript:alert(1)')
  await press(page, 'Save')
  await expect(page.getByText('Phone should have digits, spaces and + only')).toBeVisible()
  await field(page, 'Phone').fill('')
  await expect(page.getByText('must be an https address')).toBeVisible()
  await field(page, 'Photo Url').fill(PHOTO)
  await expect(page.getByText('must be an https address')).toBeHidden()
  expectedErrors.push('ERR_FAILED')
  await page.route('**/api/auth/update-user', (route) => route.abort())
  await press(page, 'Save')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Check your connection')
  await expect(field(page, 'Name')).toHaveValue('Nora Lund')
  await expect(page.getByRole('heading', { name: 'Hello, Nora Berg' })).toBeVisible()
  await page.unroute('**/api/auth/update-user')
  await press(page, 'Save')
  await expect(page.getByRole('heading', { name: 'Hello, Nora Lund' })).toBeVisible()
})

test('a user downloads their data as a file with payments and without a password, and the page stays', async ({
  page,
}) => {
  const email = await asNewStudent(page)
  await haveSelected(page, 'Autumn on the Water')
  await goToPayment(page, 'Autumn on the Water')
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/profile')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download my data')])
  expect(file.suggestedFilename()).toBe(`photography-school-${email}.json`)
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    user: { email, name: 'Nora Berg', role: 'student' },
    payments: [{ className: 'Autumn on the Water', email }],
    enrolled_classes: [{ className: 'Autumn on the Water' }],
    sign_in: { methods: ['password'] },
  })
  expect(text).not.toMatch(/hash|jwtToken/i)
  await expect(page).toHaveURL('/dashboard/profile')
})

test('an account is deleted after the password and a confirmation', async ({
  page,
  context,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('409', '401', '400')
  const email = await register(page)
  const other = await context.newPage()
  await other.goto('/classes')
  await expect(other.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  await page.goto('/dashboard/profile')
  // The sections above move the button until their lists have loaded.
  await expect(page.getByText('You have no access tokens.')).toBeVisible()
  await expect(page.getByRole('main').locator('.skeleton, .loading')).toHaveCount(0)
  await press(page, 'Delete account')
  await expect(page.getByText('password is required')).toBeVisible()
  await field(page, 'Password').fill('Wrong@2019')
  await press(page, 'Delete account')
  await expect(page.getByRole('dialog')).toContainText("Are you sure?You won't be able to revert this!")
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('That is not your password.')

  await field(page, 'Password').fill(PASSWORD)
  await press(page, 'Delete account')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(field(page, 'Password')).toHaveValue(PASSWORD)
  await press(page, 'Delete account')
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect.poll(() => messages).toContain('Your account is deleted.')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.goto('/login')
  await logIn(page, email, PASSWORD)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
})

test('a deleted user can register again as a new student', async ({ page, expectedErrors }) => {
  // Firebase's library deletes an account that our server has deleted.
  expectedErrors.push('400')
  const email = newEmail()
  await register(page, email)
  await page.goto('/dashboard/profile')
  await field(page, 'Password').fill(PASSWORD)
  await press(page, 'Delete account')
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await register(page, email)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('definition').nth(1)).toContainText(email)
})
