/** The token that the page of a signed-in user stores. */
import { expect, type Page } from '@playwright/test'

/** Exchanges the page's cookies for a token. */
export async function exchange(page: Page, email: string): Promise<string> {
  const response = await page.request.post('/api/jwt', { data: { email } })
  expect(response.ok()).toBe(true)
  return (await response.json()).jwtToken
}

/** Stores a token in the next page that opens, as an earlier sign-in did. It does so once, since tests may remove the token. */
export async function storeToken(page: Page, email: string): Promise<void> {
  await page.addInitScript(
    (token) => {
      if (window !== window.top || sessionStorage.getItem(token)) return
      sessionStorage.setItem(token, 'stored')
      localStorage.setItem('token', token)
    },
    await exchange(page, email),
  )
}

/** Ends the session as the server does after a while: neither the cookie nor the token is accepted. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('token', 'ended'))
}
