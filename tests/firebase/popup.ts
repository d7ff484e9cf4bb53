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

export async function continueWithGoogle(page: Page, email: string, name = 'Vera Lind'): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google', exact: true }).click()
  const popup = await opened
  const account = popup.locator('li.js-reuse-account', { hasText: email })
  await expect(popup.locator('#add-account-button')).toBeVisible()
  if (await account.count()) {
    await Promise.all([popup.waitForEvent('close'), account.click()])
    return
  }
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill(email)
  await popup.locator('#display-name-input').fill(name)
  await Promise.all([popup.waitForEvent('close'), popup.locator('#sign-in').click()])
}
