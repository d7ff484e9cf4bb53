/** The demo's accounts in a browser, and their calls without a browser. */
import { type Cookie, expect, type Page } from '@playwright/test'
import { createCalls, type SignedIn } from '../../bench/signed-in.ts'
import { api } from '../../contract/api.ts'
import { emulatorHost, readStoredToken, signInByCall } from './provider.ts'
import { inOtherTab, logIn, logOut } from './student.ts'
import { storeToken } from './token.ts'

export const DEMO_PASSWORD = 'Demo@2019'

export type DemoRole = 'student' | 'instructor' | 'admin'

/** Well below the time after which a token ends, or a sign-in is no longer recent. */
const LIFETIME_MS = 10 * 60_000

/** The last sign-ins of this worker: the server takes a tenth of a second to check a password. They end with their application. */
const inBrowsers = new Map<DemoRole, { cookies: Cookie[]; at: number }>()
const byCall = new Map<DemoRole, { signedIn: SignedIn; at: number }>()

const isRecent = ({ at }: { at: number }) => Date.now() - at < LIFETIME_MS

/** Signs in a demo account, where possible through the API and as before; the next page that opens is signed in. */
export async function asDemo(page: Page, role: DemoRole): Promise<void> {
  const email = `${role}@demo.school`
  if (emulatorHost()) return inOtherTab(page, (tab) => enter(tab, email))
  if (!(await continueSession(page, role, email))) {
    const data = { email, password: DEMO_PASSWORD }
    expect((await page.request.post('/api/auth/sign-in/email', { data })).ok()).toBe(true)
    inBrowsers.set(role, { cookies: await page.context().cookies(), at: Date.now() })
  }
  await storeToken(page, email)
}

/** Takes over the cookies of the last sign-in. Returns false where its session has ended, or was another application's. */
async function continueSession(page: Page, role: DemoRole, email: string): Promise<boolean> {
  const last = inBrowsers.get(role)
  if (!last || !isRecent(last)) return false
  await page.context().addCookies(last.cookies)
  const isContinued = (await page.request.post('/api/jwt', { data: { email } })).ok()
  if (!isContinued) await page.context().clearCookies()
  return isContinued
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

/** Signs in a demo account without a browser, where its last token is not accepted. */
export async function demoCalls({ url }: { url: string }, role: DemoRole): Promise<SignedIn> {
  const email = `${role}@demo.school`
  const last = byCall.get(role)
  if (last && isRecent(last)) {
    const { token, cookie } = last.signedIn
    const call = createCalls(url, { authorization: `Bearer ${token}` })
    const isAccepted = await call(api.getUser, { params: { email } }).then(
      () => true,
      () => false,
    )
    if (isAccepted) return { email, token, cookie, call }
  }
  const signedIn = await signInByCall(url, email, DEMO_PASSWORD)
  byCall.set(role, { signedIn, at: Date.now() })
  return signedIn
}
