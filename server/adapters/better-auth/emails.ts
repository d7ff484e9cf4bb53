/** The e-mails about an account. Every link works once. */
import { composeSalutation, type EmailMessage, type Sender } from '#server/platform/mail/email-message.ts'

/** How the second factor of an account changed. */
export type SecondFactorChange = 'on' | 'off' | 'new codes'

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

/** Informs the owner of a sign-in with a browser that the account has not used before. */
export function composeNewDeviceEmail(
  { name: school, email: schoolEmail }: Sender,
  recipient: Recipient & { device: string; ip: string | null },
  forgotPasswordUrl: string,
): EmailMessage {
  const { email, device, ip } = recipient
  const from = ip ? `${device}, IP address ${ip}` : device
  return {
    to: email,
    subject: `New sign-in to your account at ${school}`,
    paragraphs: [
      greet(recipient),
      `Your account at ${school} was used to log in on a device that we don't know: ${from}, ${TIME.format(new Date())} UTC.`,
      'If this was you, you can ignore this e-mail.',
      'If this was not you, set a new password now. That logs out all devices:',
      { label: 'Set a new password', url: forgotPasswordUrl },
      `Then turn on the second factor in your profile. Or write to us: ${schoolEmail}`,
    ],
  }
}

const SECOND_FACTOR_CHANGES: Record<SecondFactorChange, [subject: string, line: string]> = {
  on: ['The second factor is on', 'was turned on. You are logged out on all other devices'],
  off: ['The second factor is off', 'was turned off. Your password alone now logs you in'],
  'new codes': ['New recovery codes', 'has new recovery codes. The earlier ones no longer work'],
}

/** Informs the owner, in case another person changed the second factor. */
export function composeSecondFactorEmail(
  { name: school, email: schoolEmail }: Sender,
  recipient: Recipient,
  change: SecondFactorChange,
  forgotPasswordUrl: string,
): EmailMessage {
  const [subject, line] = SECOND_FACTOR_CHANGES[change]
  return {
    to: recipient.email,
    subject: `${subject} for your account at ${school}`,
    paragraphs: [
      greet(recipient),
      `The second factor of your account at ${school} ${line}.`,
      'If this was not you, set a new password now:',
      { label: 'Set a new password', url: forgotPasswordUrl },
      `Or write to us: ${schoolEmail}`,
    ],
  }
}

/** Informs the owner that another person seems to know the password. */
export function composeWrongCodesEmail(
  { name: school, email: schoolEmail }: Sender,
  recipient: Recipient,
  forgotPasswordUrl: string,
): EmailMessage {
  return {
    to: recipient.email,
    subject: `Too many wrong codes for your account at ${school}`,
    paragraphs: [
      greet(recipient),
      `A sign-in to your account at ${school} had too many wrong codes. We refused it.`,
      'If this was not you, another person knows your password. Set a new one now:',
      { label: 'Set a new password', url: forgotPasswordUrl },
      `If it was you, use a recovery code, or try again in 15 minutes. Or write to us: ${schoolEmail}`,
    ],
  }
}

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function greet({ name, emailVerified }: Recipient): string {
  return composeSalutation(name, emailVerified)
}
