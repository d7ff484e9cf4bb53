/** The steps of a student in a browser, for tests that begin after them. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import type { SchoolClass } from '../../contract/classes.ts'
import { createAtEmulator } from '../firebase/accounts.ts'
import { silentTabs } from './messages.ts'
import { emulatorHost, readStoredToken } from './provider.ts'
import { exchange, storeToken } from './token.ts'

export const PASSWORD = 'Secret@2019'

export const newEmail = () => `student-${randomBytes(4).toString('hex')}@example.test`

/** Registers through the form and waits for the home page. Returns the e-mail. */
export async function register(page: Page, email = newEmail(), name = 'Nora Berg'): Promise<string> {
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/')
  return email
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export async function logOut(page: Page): Promise<void> {
  await page.goto('/')
  await pressLogOut(page)
}

/**
 * Waits until the session has ended: a page that is opened before requests a token of it, and logs the 401. At Firebase it waits as well
 * until the second of the sign-in is over, since another sign-in in it has ended too.
 */
export async function pressLogOut(page: Page): Promise<void> {
  const token = emulatorHost() && (await readStoredToken(page))
  await page.getByRole('button', { name: 'LogOut' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  if (token) await expect.poll(() => Date.now() / 1000).toBeGreaterThan(Number(decodeJwt(token).auth_time) + 1)
}

/** Does something in a tab of its own, whose messages and requests are not those of the test. */
export async function inOtherTab<T>(page: Page, act: (tab: Page) => Promise<T>): Promise<T> {
  const tab = await page.context().newPage()
  silentTabs.add(tab)
  const done = await act(tab)
  await tab.close()
  return done
}

/** Signs in a new student, where possible without the form; the next page that opens is signed in. */
export async function asNewStudent(page: Page, name?: string): Promise<string> {
  if (emulatorHost()) return inOtherTab(page, (tab) => register(tab, newEmail(), name))
  const email = await haveAccount(page, name)
  await storeToken(page, email)
  return email
}

/** Registers an account without the form. Returns its e-mail. With the embedded provider, its cookies stay in the browser. */
export async function haveAccount(page: Page, name = 'Nora Berg'): Promise<string> {
  const email = newEmail()
  const account = { email, password: PASSWORD }
  const host = emulatorHost()
  if (host) await createAtEmulator(host, { ...account, displayName: name })
  else expect((await page.request.post('/api/auth/sign-up/email', { data: { ...account, name } })).ok()).toBe(true)
  return email
}

/** Selects a class on /classes. */
export async function select(page: Page, name: string): Promise<void> {
  await page.goto('/classes')
  const response = page.waitForResponse((response) => response.url().endsWith('/api/cart/class'))
  await page.getByRole('button', { name: `Select ${name}` }).click()
  expect((await response).ok()).toBe(true)
}

/** Selects seats of a class for the signed-in student through the API. */
export async function haveSelected(page: Page, name: string, seats = 1): Promise<void> {
  const classes: SchoolClass[] = await (await page.request.get('/api/all-classes')).json()
  const classId = classes.find(({ className }) => className === name)?._id
  const headers = { authorization: `Bearer ${await readToken(page)}` }
  expect((await page.request.post('/api/cart/class', { headers, data: { classId, seats } })).ok()).toBe(true)
}

/** Returns a token of the signed-in student. */
export async function readToken(page: Page): Promise<string> {
  if (emulatorHost()) return (await readStoredToken(page)) ?? ''
  const { user } = await (await page.request.get('/api/auth/get-session')).json()
  return exchange(page, user.email)
}

/** Opens the payment page of a class from the cart. */
export async function goToPayment(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/my-selected-class')
  await page
    .getByRole('main')
    .getByRole('link', { name: `Pay ${name}` })
    .click()
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

export const paid = (page: Page) => page.getByText(/Payment Successfully done Your TransactionId is: pi_/)

/** Selects a class and pays for it. Ends on the payment page with its success message. */
export async function buy(page: Page, name: string): Promise<void> {
  await haveSelected(page, name)
  await goToPayment(page, name)
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
}
