/** The demo's accounts in a browser, and their calls without a browser. */
import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '../../bench/signed-in.ts'
import { emulatorHost, readStoredToken, signInByCall } from './provider.ts'
import { inOtherTab, logIn, logOut } from './student.ts'
import { storeToken } from './token.ts'

export const DEMO_PASSWORD = 'Demo@2019'

export type DemoRole = 'student' | 'instructor' | 'admin'

/** Signs in a demo account, where possible through the API; the next page that opens is signed in. */
export async function asDemo(page: Page, role: DemoRole): Promise<void> {
  const email = `${role}@demo.school`
  if (emulatorHost()) return inOtherTab(page, (tab) => enter(tab, email))
  const data = { email, password: DEMO_PASSWORD }
  expect((await page.request.post('/api/auth/sign-in/email', { data })).ok()).toBe(true)
  await storeToken(page, email)
}

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await logIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL('/')
}

/** Signs out and signs in a demo account. */
export async function becomeDemo(page: Page, role: DemoRole): Promise<void> {
  await page.context().clearCookies()
  if (emulatorHost() && (await readStoredToken(page))) await inOtherTab(page, logOut)
  await asDemo(page, role)
}

/** Signs in a demo account without a browser. */
export function demoCalls(application: { url: string }, role: DemoRole): Promise<SignedIn> {
  return signInByCall(application.url, `${role}@demo.school`, DEMO_PASSWORD)
}
