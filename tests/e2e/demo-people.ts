/** The demo's accounts in a browser, and calls that stand for what somebody else does meanwhile. */
import { expect, type Page } from '@playwright/test'
import { type SignedIn, signIn } from '../../bench/signed-in.ts'
import { storeToken } from './token.ts'

const DEMO_PASSWORD = 'Demo@2019'

export type DemoRole = 'student' | 'instructor' | 'admin'

/** Signs a demo account in by the provider's call; the next page that is opened is theirs. */
export async function asDemo(page: Page, role: DemoRole): Promise<void> {
  const email = `${role}@demo.school`
  const data = { email, password: DEMO_PASSWORD }
  expect((await page.request.post('/api/auth/sign-in/email', { data })).ok()).toBe(true)
  await storeToken(page, email)
}

/** A demo account in place of whoever is signed in on the page. */
export async function becomeDemo(page: Page, role: DemoRole): Promise<void> {
  await page.context().clearCookies()
  await asDemo(page, role)
}

/** A demo account without a browser. */
export function demoCalls(school: { address: string }, role: DemoRole): Promise<SignedIn> {
  return signIn(school.address, `${role}@demo.school`, DEMO_PASSWORD)
}
