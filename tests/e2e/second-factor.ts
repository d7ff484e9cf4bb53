/** The second factor in a browser. */
import { expect, type Page } from '@playwright/test'
import { CODE_PERIOD_MS, generateCode } from '../../testing/totp.ts'

/** The section of the profile. */
export const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })

/** Sets up a second factor on the profile, up to its recovery codes. Returns the secret's address and the codes. */
export async function setUp(page: Page, password: string): Promise<{ uri: string; recoveryCodes: string[] }> {
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await section(page).getByLabel('Your password').fill(password)
  await section(page).getByRole('button', { name: 'Continue' }).click()
  const link = section(page).getByRole('link', { name: 'Open an app on this device' })
  const uri = (await link.getAttribute('href')) ?? ''
  await section(page).getByLabel('Code', { exact: true }).fill(generateCode(uri))
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  const codes = section(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { uri, recoveryCodes: await codes.allTextContents() }
}

/** Returns the next code of an app, which the server accepts already, because the clocks of phones differ. */
export function nextCode(uri: string): string {
  return generateCode(uri, Date.now() + CODE_PERIOD_MS)
}

/** Enters a code at the step of the login. */
export async function enterCode(page: Page, label: 'Code' | 'Recovery code', code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
