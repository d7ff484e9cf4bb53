/** The token that a signed-in person's page keeps. */
import { expect, type Page } from '@playwright/test'

/** A token for whom the page's cookies prove. */
export async function exchange(page: Page, email: string): Promise<string> {
  const exchanged = await page.request.post('/api/jwt', { data: { email } })
  expect(exchanged.ok()).toBe(true)
  return (await exchanged.json()).jwtToken
}

/** Has the next page that is opened begin with a token, as one of somebody who signed in earlier does. Once: it may be removed. */
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
