/** The demo's accounts in a browser, and their calls without a browser. */
import { expect, type Page } from '@playwright/test'
import { type SignedIn, signIn } from '../../bench/signed-in.ts'
import { storeToken } from './token.ts'

const DEMO_PASSWORD = 'Demo@2019'

export type DemoRole = 'student' | 'instructor' | 'admin'

/** Signs in a demo account through the API; the next page that opens is signed in. */
export async function asDemo(page: Page, role: DemoRole): Promise<void> {
  const email = `${role}@demo.school`
  const data = { email, password: DEMO_PASSWORD }
  expect((await page.request.post('/api/auth/sign-in/email', { data })).ok()).toBe(true)
  await storeToken(page, email)
}

/** Signs out and signs in a demo account. */
export async function becomeDemo(page: Page, role: DemoRole): Promise<void> {
  await page.context().clearCookies()
  await asDemo(page, role)
}

/** Signs in a demo account without a browser. */
export function demoCalls(application: { url: string }, role: DemoRole): Promise<SignedIn> {
  return signIn(application.url, `${role}@demo.school`, DEMO_PASSWORD)
}
