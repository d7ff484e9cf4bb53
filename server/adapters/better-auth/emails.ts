/** The e-mails about an account. Every link works once. */
import type { EmailMessage, Sender } from '#server/platform/mail/email-message.ts'

/** The time in which the links in the e-mails are valid. */
export const RESET_MINUTES = 60
export const CONFIRM_HOURS = 24

interface Recipient {
  name: string
  email: string
}

/** @param link a URL of /reset-password */
export function composeResetEmail({ name: school }: Sender, { name, email }: Recipient, link: string): EmailMessage {
  return {
    to: email,
    subject: `A new password for ${school}`,
    paragraphs: [
      greet(name),
      `We received a request for a new password for your account at ${school}.`,
      { label: `Set a new password (once, within ${RESET_MINUTES} minutes)`, url: link },
      'If this was not you, you can ignore this e-mail. Your password stays the same.',
    ],
  }
}

/** @param link a URL of /verify-email */
export function composeConfirmEmail({ name: school }: Sender, { name, email }: Recipient, link: string): EmailMessage {
  return {
    to: email,
    subject: `Please confirm your e-mail address for ${school}`,
    paragraphs: [
      greet(name),
      `An account at ${school} was registered with this address. Please confirm that it is yours.`,
      { label: `Confirm my e-mail address (once, within ${CONFIRM_HOURS} hours)`, url: link },
      'If you did not register, ignore this e-mail and do not open the link.',
    ],
  }
}

/** Informs the owner, in case another person changed the password. */
export function composePasswordChangedEmail(
  { name: school, email: schoolEmail }: Sender,
  { name, email }: Recipient,
  forgotPasswordUrl: string,
): EmailMessage {
  return {
    to: email,
    subject: `Your password at ${school} has changed`,
    paragraphs: [
      greet(name),
      `The password of your account at ${school} was changed. You are logged out on all other devices.`,
      'If this was not you, set a new password now:',
      { label: 'Set a new password', url: forgotPasswordUrl },
      `Or write to us: ${schoolEmail}`,
    ],
  }
}

function greet(name: string): string {
  return name ? `Dear ${name},` : 'Hello,'
}
