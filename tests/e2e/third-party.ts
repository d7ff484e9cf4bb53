/** The demo's pretend third party, in its window. */
import { expect, type Page } from '@playwright/test'

export const THIRD_PARTY = 'Demo Identity'

/** The button on Login and Register. */
export const continueButton = (page: Page) =>
  page.getByRole('button', { name: `Continue with ${THIRD_PARTY}`, exact: true })

/** Presses the button and answers the third party's window. */
export async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await continueButton(page).click()
  const popup = await opened
  await expect(popup.getByRole('heading', { name: THIRD_PARTY })).toBeVisible()
  return popup
}

/** Says in the window who one is; it closes by itself. */
export async function introduce(popup: Page, email: string, name = 'Vera Lind'): Promise<void> {
  await fillIn(popup, email, name)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()])
}

/** Signs in by the window, from /login. */
export async function enterWith(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await introduce(await openWindow(page), email)
  await expect(page).toHaveURL('/')
}

export async function fillIn(window: Page, email: string, name = 'Vera Lind'): Promise<void> {
  await window.getByLabel('Email').fill(email)
  await window.getByLabel('Name').fill(name)
}
