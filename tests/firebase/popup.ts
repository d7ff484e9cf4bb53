/** The emulator's window for signing in with Google. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** Answers the hosts of Google that a browser here cannot reach: the helper script of the popup, and the look of the emulator. */
export async function stubGoogle(page: Page): Promise<void> {
  const context = page.context()
  const path = join(import.meta.dirname, 'gapi.stub.js')
  await context.route('https://apis.google.com/js/api.js*', (route) => route.fulfill({ path }))
  await context.route(/unpkg\.com|fonts\.googleapis\.com/, (route) => route.fulfill({ body: '' }))
}

/** Presses a button that opens the window. Returns it once it is ready. */
export async function openGoogle(page: Page, button: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button, exact: true }).click()
  const popup = await opened
  await expect(popup.locator('#add-account-button')).toBeVisible()
  return popup
}

/** Chooses or creates an account in the window, which closes. */
export async function choose(popup: Page, email: string, name = 'Vera Lind'): Promise<void> {
  const account = popup.locator('li.js-reuse-account', { hasText: email })
  if (await account.count()) {
    await Promise.all([popup.waitForEvent('close'), account.click()])
    return
  }
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill(email)
  await popup.locator('#display-name-input').fill(name)
  await Promise.all([popup.waitForEvent('close'), popup.locator('#sign-in').click()])
}

export async function continueWithGoogle(page: Page, email: string): Promise<void> {
  await choose(await openGoogle(page, 'Continue with Google'), email)
}
