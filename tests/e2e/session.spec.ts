import { asDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import { asNewStudent, logIn, newEmail, PASSWORD, pressLogOut, register, select } from './student.ts'

test('a visitor is redirected from the dashboard to the login, and back after it', async ({ page }) => {
  await page.goto('/dashboard/payment-history')
  await expect(page).toHaveURL('/login')
  await logIn(page, 'student@demo.school', 'Demo@2019')
  await expect(page).toHaveURL('/dashboard/payment-history')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('a reload stays on the page of the dashboard', async ({ page }) => {
  await asNewStudent(page)
  await page.goto('/dashboard/enroll-class')
  await expect(page.getByRole('heading', { name: /My Enrolled Classes/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /My Enrolled Classes/ })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/enroll-class')
})

for (const [role, label, path] of [
  ['student', 'Welcome Students', '/dashboard/student-home'],
  ['instructor', 'Welcome Instructor', '/dashboard/instructor-home'],
  ['admin', 'Welcome Admin', '/dashboard/admin-home'],
] as const) {
  test(`the Dashboard link opens the home of the ${role}`, async ({ page }) => {
    await asDemo(page, role)
    await page.goto('/contact')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page).toHaveURL(path)
    await expect(page.getByText(label)).toBeVisible()
  })
}

test('a wrong password shows an error in red, and the form keeps the typed values', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('401', '400')
  await page.goto('/login')
  await logIn(page, 'student@demo.school', 'Wrong@2019')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('student@demo.school')
})

test('registering an e-mail twice shows an error', async ({ page, expectedErrors }) => {
  const email = newEmail()
  await register(page, email)
  await pressLogOut(page)
  expectedErrors.push('422', '400')
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Auth Email Already in use.' })).toBeVisible()
})

test('any other error of a registration shows the provider’s message, and the typed values stay', {
  tag: EMBEDDED,
}, async ({ page, expectedErrors }) => {
  expectedErrors.push('429')
  const message = 'Too many tries. Please wait a little and try again.'
  const json = { statusCode: 429, code: 'TOO_MANY_REQUESTS', error: 'Too Many Requests', message }
  await page.route('**/api/auth/sign-up/email', (route) => route.fulfill({ status: 429, json }))
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill('patient@example.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

test('registration links to the terms and the privacy page, as does every footer', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('main').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Photography School | Terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'hello@demo.school' })).toBeVisible()
})

test('the footer and the terms link to the refund rules, with the days of the settings', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('main').getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveTitle('Photography School | Refunds')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()
  await expect(main).toContainText('You can cancel a class within 14 days of paying')
  await expect(main.getByRole('link', { name: 'hello@demo.school' }).first()).toBeVisible()
  await page.goto('/contact')
  await expect(main).toContainText('19 Harbour Street, Lightwick')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveURL('/refunds')
})

test('the forms report missing fields in the specification’s words', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('email is required')).toBeVisible()
  await expect(page.getByText('password is required')).toBeVisible()
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await expect(page.getByText('Password should, one capital letter, and one special character')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill('Other@2019')
  await expect(page.getByText('Password and confirm password do not match')).toBeVisible()
})

test('logging out in one tab logs out the other', async ({ page, context }) => {
  await register(page)
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/classes')
  await expect(other.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'LogOut' }).first().click()
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a logout that fails says so, and the form still asks before it is left', { tag: EMBEDDED }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('net::ERR_FAILED')
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/add-class')
  await page.getByLabel('Class Name').fill('Half an idea')
  const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' })
  await page.getByRole('button', { name: 'LogOut' }).click()
  await question.getByRole('button', { name: 'Yes, leave' }).click()
  await expect(page.getByText("We couldn't log you out. Check your connection and try again.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'LogOut' })).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('banner').getByRole('link', { name: 'Classes' }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue('Half an idea')
})

test('a visitor who selects a class is asked to log in first, and returns to the same class', async ({ page }) => {
  await page.goto('/classes')
  const button = page.getByRole('button', { name: 'Select Arcades at Four O’Clock' })
  await button.click()
  await expect(page.getByText('Please at first login')).toBeVisible()
  await expect(page.getByText('You select the class at first login then select the class')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, 'student@demo.school', 'Demo@2019')
  await expect(page).toHaveURL('/classes')
  await expect(button).toBeInViewport()
})

test('a class that is selected before the role has loaded is selected', { tag: EMBEDDED }, async ({ page }) => {
  await register(page)
  let release = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/user/*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.goto('/classes')
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  // The role has not loaded, so the button requests the session first.
  const request = page.waitForRequest('**/api/auth/get-session')
  await page.getByRole('button', { name: 'Select Sea Stacks and Tides' }).click()
  await request
  release()
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
})

test('a class is removed from the cart after confirming', async ({ page }) => {
  await asNewStudent(page)
  await select(page, 'Sea Stacks and Tides')
  await page.goto('/dashboard/my-selected-class')
  await page.getByRole('button', { name: 'Delete Sea Stacks and Tides' }).click()
  await expect(page.getByText("You won't be able to revert this!")).toBeVisible()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Your file has been deleted.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Sea Stacks' })).toHaveCount(0)
})
