/** The demo's sign-in provider in its window. */
import { expect, type Page } from '@playwright/test'

export const PROVIDER = 'Demo Identity'

/** The button on Login and Register. */
export const continueButton = (page: Page) =>
  page.getByRole('button', { name: `Continue with ${PROVIDER}`, exact: true })

/** Presses the button. Returns the provider's window. */
export async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await continueButton(page).click()
  const popup = await opened
  await expect(popup.getByRole('heading', { name: PROVIDER })).toBeVisible()
  return popup
}

/** Enters an identity in the window and waits until it closes. */
export async function introduce(popup: Page, email: string, name = 'Vera Lind'): Promise<void> {
  await fillIn(popup, email, name)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()])
}

/** Signs in with the window, from /login. */
export async function enterWith(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await introduce(await openWindow(page), email)
  await expect(page).toHaveURL('/')
}

export async function fillIn(window: Page, email: string, name = 'Vera Lind'): Promise<void> {
  await window.getByLabel('Email').fill(email)
  await window.getByLabel('Name').fill(name)
}
