/** The e-mails about an account. Every link works once. */
import type { EmailMessage, Sender } from '#server/platform/mail/email-message.ts'

/** The time in which the links in the e-mails are valid. */
export const RESET_MINUTES = 60
export const CONFIRM_HOURS = 24

interface Recipient {
  name: string
  email: string
  emailVerified: boolean
}

/** @param link a URL of /reset-password */
export function composeResetEmail({ name: school }: Sender, recipient: Recipient, link: string): EmailMessage {
  return {
    to: recipient.email,
    subject: `A new password for ${school}`,
    paragraphs: [
      greet(recipient),
      `We received a request for a new password for your account at ${school}.`,
      { label: `Set a new password (once, within ${RESET_MINUTES} minutes)`, url: link },
      'If this was not you, you can ignore this e-mail. Your password stays the same.',
    ],
  }
}

/** @param link a URL of /verify-email */
export function composeConfirmEmail({ name: school }: Sender, recipient: Recipient, link: string): EmailMessage {
  return {
    to: recipient.email,
    subject: `Please confirm your e-mail address for ${school}`,
    paragraphs: [
      greet(recipient),
      `An account at ${school} was registered with this address. Please confirm that it is yours.`,
      { label: `Confirm my e-mail address (once, within ${CONFIRM_HOURS} hours)`, url: link },
      'The link works while you are logged in. If you did not register, ignore this e-mail.',
    ],
  }
}

/** Informs the owner, in case another person changed the password. */
export function composePasswordChangedEmail(
  { name: school, email: schoolEmail }: Sender,
  recipient: Recipient,
  forgotPasswordUrl: string,
): EmailMessage {
  return {
    to: recipient.email,
    subject: `Your password at ${school} has changed`,
    paragraphs: [
      greet(recipient),
      `The password of your account at ${school} was changed. You are logged out on all other devices.`,
      'If this was not you, set a new password now:',
      { label: 'Set a new password', url: forgotPasswordUrl },
      `Or write to us: ${schoolEmail}`,
    ],
  }
}

/** Leaves out the name for an unconfirmed address: another person may have chosen it, to send text of their own. */
function greet({ name, emailVerified }: Recipient): string {
  return name && emailVerified ? `Dear ${name},` : 'Hello,'
}
