import type { Page } from '@playwright/test'
import { expect, withPictures } from './fixtures.ts'
import { observePace } from './owners-pace.ts'
import { withSetupLink } from './setup-link.ts'
import { PASSWORD, paid, payWith, pressLogOut, register } from './student.ts'
import { createPhoto } from './test-photos.ts'

/** An empty database without the demo, and without a mail server. */
const test = withSetupLink({ DEMO: 'off', CARDS: 'sandbox' })

test.use(withPictures)

const DAY_MS = 24 * 60 * 60_000
const inTwoWeeks = () => new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10)
const open = (page: Page, link: string) => page.getByRole('link', { name: link, exact: true }).first().click()

test('from an empty database, an owner sells the first seat of a class with a date in less than 15 minutes, 50 clicks and 40 fields', async ({
  page,
  browser,
  setupUrl,
}) => {
  test.slow()
  const pace = await observePace(page.context())
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const setPassword = async () => {
    await field('Password').fill(PASSWORD)
    await field('Confirm Password').fill(PASSWORD)
  }
  await page.goto(setupUrl)
  await pace.read(page)
  await field('Name').fill('Ada Lovelace')
  await field('Email').fill('ada@school.example')
  await setPassword()
  await page.getByRole('button', { name: 'Next' }).click()
  await field('School Name').fill('Light & Lens')
  await field('School Email').fill('hello@school.example')
  await field('Address').fill('12 Harbour Street, Bergen')
  await field('Currency').selectOption('eur')
  await field('Instructor Email').fill('teaches@school.example')
  await page.getByRole('button', { name: 'Create school' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible()
  await pace.read(page)

  await open(page, 'Invitations')
  await page.getByRole('button', { name: 'Resend teaches@school.example' }).click()
  await expect(page.getByRole('heading', { name: 'Invitation of teaches@school.example' })).toBeFocused()
  await pace.read(page)
  const link = (await page.locator('code').textContent()) ?? ''
  await pressLogOut(page)
  await page.goto(link)
  await pace.read(page)
  await field('Name').fill('Ada the Teacher')
  await setPassword()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ada the Teacher' })).toBeVisible()
  await pace.read(page)

  await open(page, 'Add a Class')
  await pace.read(page)
  await field('Class Name').fill('First Light')
  await field('Available Seats').fill('6')
  await field('Price').fill('120')
  await field('Class Image').setInputFiles(await createPhoto('light.jpg'))
  await page.getByRole('main').getByRole('button', { name: 'Add Class' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await open(page, 'Dates')
  await open(page, 'Add a date')
  await pace.read(page)
  await field('Date of session 1').fill(inTwoWeeks())
  await field('Start of session 1').fill('18:00')
  await field('End of session 1').fill('20:00')
  await field('Place').fill('Old Mill')
  await field('Available Seats').fill('6')
  await page.getByRole('button', { name: 'Add date' }).click()
  await expect(page).toHaveURL('/dashboard/dates')
  await pressLogOut(page)

  await open(page, 'Login')
  await field('Email').fill('ada@school.example')
  await field('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await open(page, 'Dashboard')
  await open(page, 'Manage Classes')
  await pace.read(page)
  await page.getByRole('button', { name: 'Approve First Light' }).click()
  await expect(page.getByRole('button', { name: 'Approve First Light' })).toBeDisabled()

  const student = await browser.newPage({ baseURL: new URL(setupUrl).origin, reducedMotion: 'reduce' })
  const studentsPace = await observePace(student.context())
  await register(student)
  await student.goto('/classes')
  await student.getByRole('link', { name: 'First Light' }).first().click()
  await student.getByRole('button', { name: 'Select First Light' }).first().click()
  await student.getByRole('link', { name: 'Cart: 1' }).click()
  await student.getByRole('main').getByRole('link', { name: 'Pay First Light' }).click()
  await payWith(student, '4242 4242 4242 4242')
  await expect(paid(student)).toBeVisible()
  await student.close()

  await open(page, 'Admin Home')
  await expect(page.getByRole('figure').filter({ hasText: 'Income' })).toContainText('€120.00')
  const minutes = pace.minutes()
  const clicks = pace.clicks() + studentsPace.clicks()
  const fields = pace.fields() + studentsPace.fields()
  console.log(
    `The first sold seat: ${minutes.toFixed(1)} minutes of the owner; ${clicks} clicks and ${fields} fields of all.`,
  )
  expect(minutes).toBeLessThan(15)
  expect(clicks).toBeLessThanOrEqual(50)
  expect(fields).toBeLessThanOrEqual(40)
})
