import { expect, test } from './school.ts'
import { asNewStudent, logIn, newEmail, PASSWORD, register, select } from './student.ts'

test('somebody who is not signed in is led from the dashboard to the login at once, and back after it', async ({
  page,
}) => {
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

test('a student is led away from the pages of instructors and admins', async ({ page }) => {
  await asNewStudent(page)
  for (const path of ['/dashboard/admin-home', '/dashboard/instructor-home']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

for (const [role, label, path] of [
  ['student', 'Welcome Students', '/dashboard/student-home'],
  ['instructor', 'Welcome Instructor', '/dashboard/instructor-home'],
  ['admin', 'Welcome Admin', '/dashboard/admin-home'],
] as const) {
  test(`the Dashboard link leads the ${role} home`, async ({ page }) => {
    await page.goto('/login')
    await logIn(page, `${role}@demo.school`, 'Demo@2019')
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page).toHaveURL(path)
    await expect(page.getByText(label)).toBeVisible()
  })
}

test('a wrong password is told in red, and the form keeps what was typed', async ({ page, expectedErrors }) => {
  expectedErrors.push('401')
  await page.goto('/login')
  await logIn(page, 'student@demo.school', 'Wrong@2019')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('student@demo.school')
})

test('an e-mail that is registered already is told so', async ({ page, expectedErrors }) => {
  const email = newEmail()
  await register(page, email)
  await page.getByRole('button', { name: 'LogOut' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expectedErrors.push('422')
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Auth Email Already in use.' })).toBeVisible()
})

test('any other refusal of a registration is told in the provider’s own words, and nothing typed is lost', async ({
  page,
  expectedErrors,
}) => {
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

test('whoever registers is shown the terms and what is kept of them, which stand at every page’s foot', async ({
  page,
}) => {
  await page.goto('/signup')
  await page.getByRole('main').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveTitle('Photography School | Terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'hello@demo.school' })).toBeVisible()
})

test('how refunds work stands in the footer and in the terms, with the days that the settings give', async ({
  page,
}) => {
  await page.goto('/terms')
  await page.getByRole('main').getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveTitle('Photography School | Refunds')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()
  await expect(main).toContainText('Within 14 days of paying you may cancel a class by yourself')
  await expect(main.getByRole('link', { name: 'hello@demo.school' }).first()).toBeVisible()
  await page.goto('/contact')
  await expect(main).toContainText('19 Harbour Street, Bergen')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveURL('/refunds')
})

test('the forms say in the specification’s words what is missing', async ({ page }) => {
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

test('whoever is not signed in and selects is asked to log in first, and comes back to the same class', async ({
  page,
}) => {
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

test('a class that is selected before the role is known is selected all the same', async ({ page }) => {
  await register(page)
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/user/*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.goto('/classes')
  await expect(page.getByRole('button', { name: 'LogOut' }).first()).toBeVisible()
  // The press finds no role, and asks who this is instead of doing nothing.
  const asked = page.waitForRequest('**/api/auth/get-session')
  await page.getByRole('button', { name: 'Select Sea Stacks and Tides' }).click()
  await asked
  answer()
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
})

test('a class that is taken out of the cart is gone after it was confirmed', async ({ page }) => {
  await asNewStudent(page)
  await select(page, 'Sea Stacks and Tides')
  await page.goto('/dashboard/my-selected-class')
  await page.getByRole('button', { name: 'Delete Sea Stacks and Tides' }).click()
  await expect(page.getByText("You won't be able to revert this!")).toBeVisible()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Your file has been deleted.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Sea Stacks' })).toHaveCount(0)
})
