/** What the school writes about an account. Every link works once. */
import type { Letter, Sender } from '#server/mail/letter.ts'

/** How long the link to a new password and the one that confirms an address are good for. */
export const RESET_MINUTES = 60
export const CONFIRM_HOURS = 24

interface Addressee {
  name: string
  email: string
}

/** Leads to /reset-password. */
export function resetLetter({ name: school }: Sender, { name, email }: Addressee, link: string): Letter {
  return {
    to: email,
    subject: `A new password for ${school}`,
    paragraphs: [
      greeting(name),
      `Somebody, we hope you, asked for a new password for your account at ${school}.`,
      { words: `Set a new password (once, within ${RESET_MINUTES} minutes)`, address: link },
      'If that was not you, you need not do anything: your password stays as it is.',
    ],
  }
}

/** Leads to /verify-email. */
export function confirmLetter({ name: school }: Sender, { name, email }: Addressee, link: string): Letter {
  return {
    to: email,
    subject: `Please confirm your e-mail address for ${school}`,
    paragraphs: [
      greeting(name),
      `An account at ${school} was registered with this address. Please confirm that it is yours.`,
      { words: `Confirm my e-mail address (once, within ${CONFIRM_HOURS} hours)`, address: link },
      'If you did not register, please do not follow the link; you need not do anything.',
    ],
  }
}

/** For the owner to know, in case somebody else did it. */
export function passwordChangedLetter(
  { name: school, email: schoolEmail }: Sender,
  { name, email }: Addressee,
  forgotPassword: string,
): Letter {
  return {
    to: email,
    subject: `Your password at ${school} has changed`,
    paragraphs: [
      greeting(name),
      `The password of your account at ${school} has just been changed, and you are logged out everywhere else.`,
      'If that was not you, set a new one at once:',
      { words: 'Set a new password', address: forgotPassword },
      `Or write to us: ${schoolEmail}`,
    ],
  }
}

function greeting(name: string): string {
  return name ? `Dear ${name},` : 'Hello,'
}
