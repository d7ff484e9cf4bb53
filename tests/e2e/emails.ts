/** The e-mails about an account, and the links in them. */
import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '../../bench/signed-in.ts'
import type { SentEmail } from '../../testing/sent-emails.ts'
import { emulatorHost, signUpByCall } from './provider.ts'

type NextMailTo = (email: string) => Promise<SentEmail>

/** Waits for the next e-mail with this subject and skips others. */
export async function waitForEmail(nextMailTo: NextMailTo, email: string, subject: RegExp): Promise<SentEmail> {
  for (;;) {
    const mail = await nextMailTo(email)
    if (subject.test(mail.subject ?? '')) return mail
  }
}

/** Waits for the next e-mail with this subject. Returns the link in it. */
export async function findLink(nextMailTo: NextMailTo, email: string, subject: RegExp): Promise<string> {
  const { text } = await waitForEmail(nextMailTo, email, subject)
  return /http:\/\/\S+/.exec(text ?? '')?.[0] ?? ''
}

export const RESET = /new password/
export const CONFIRM = /confirm your e-mail/

/** Registers a student without a browser, and confirms their e-mail by the link that is sent to it. */
export async function signUpConfirmed(url: string, email: string, nextMailTo: NextMailTo): Promise<SignedIn> {
  if (emulatorHost()) return signUpByCall(url, email, { isConfirmed: true })
  const student = await signUpByCall(url, email)
  await confirmEmail(url, student, nextMailTo)
  return student
}

/** Confirms the e-mail of a student by the link that was sent to it. */
export async function confirmEmail(
  url: string,
  { email, cookie }: Pick<SignedIn, 'email' | 'cookie'>,
  nextMailTo: NextMailTo,
): Promise<void> {
  const token = new URL(await findLink(nextMailTo, email, CONFIRM)).searchParams.get('token')
  const headers = { 'content-type': 'application/json', origin: url, cookie }
  const body = JSON.stringify({ token })
  const response = await fetch(`${url}/api/auth/confirm-email`, { method: 'POST', headers, body })
  expect(response.ok).toBe(true)
}

/** Requests a reset link on its page and follows it. */
export async function followReset(page: Page, nextMailTo: NextMailTo, email: string): Promise<string> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible()
  const link = await findLink(nextMailTo, email, RESET)
  await page.goto(link)
  return link
}

/** Sets a new password on the page that a reset link opens. */
export async function setNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
}
