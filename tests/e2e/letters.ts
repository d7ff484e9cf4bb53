/** The letters that a student gets about their account, and the links in them. */
import { expect, type Page } from '@playwright/test'
import type { ReadMail } from '../mails.ts'

type NextMailTo = (email: string) => Promise<ReadMail>

/** The next letter with this subject; letters about something else are put aside. */
export async function nextLetter(nextMailTo: NextMailTo, email: string, subject: RegExp): Promise<ReadMail> {
  for (;;) {
    const mail = await nextMailTo(email)
    if (subject.test(mail.subject ?? '')) return mail
  }
}

/** The address that the next letter with this subject leads to. */
export async function linkOfLetter(nextMailTo: NextMailTo, email: string, subject: RegExp): Promise<string> {
  const { text } = await nextLetter(nextMailTo, email, subject)
  return /http:\/\/\S+/.exec(text ?? '')?.[0] ?? ''
}

export const RESET = /new password/
export const CONFIRM = /confirm your e-mail/

/** Asks for a link to a new password on its page, and follows the one that comes. */
export async function followReset(page: Page, nextMailTo: NextMailTo, email: string): Promise<string> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible()
  const link = await linkOfLetter(nextMailTo, email, RESET)
  await page.goto(link)
  return link
}

/** Types a new password where a link from a letter leads, and sets it. */
export async function setNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
}
