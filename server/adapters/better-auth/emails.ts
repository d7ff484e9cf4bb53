/** Composes the e-mails about an account. */
import { formatClockTime } from '#contract/values/session-times.ts'
import { composeGreeting } from '#server/platform/mail/email-message.ts'
import { compose, type TemplatedEmail } from '#server/platform/mail/email-template.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import {
  CONFIRM,
  NEW_DEVICE,
  PASSWORD_CHANGED,
  RESET,
  SECOND_FACTOR,
  type SecondFactorChange,
  WRONG_CODES,
} from './email-definitions.ts'

interface Recipient {
  name: string
  email: string
  emailVerified: boolean
}

/** @param url a URL of /reset-password */
export function composeResetEmail(recipient: Recipient, url: string): TemplatedEmail {
  return compose(RESET, recipient.email, { ...greet(recipient), reset_link: url })
}

/** @param url a URL of /verify-email */
export function composeConfirmEmail(recipient: Recipient, url: string): TemplatedEmail {
  return compose(CONFIRM, recipient.email, { ...greet(recipient), confirmation_link: url })
}

/** Informs the owner, in case another person changed the password. */
export function composePasswordChangedEmail(recipient: Recipient, passwordUrl: string): TemplatedEmail {
  return compose(PASSWORD_CHANGED, recipient.email, { ...greet(recipient), password_link: passwordUrl })
}

/** Informs the owner of a sign-in with a browser that the account has not used before. */
export function composeNewDeviceEmail(
  recipient: Recipient & { device: string; ip: string | null },
  passwordUrl: string,
  timeZone: string | null,
): TemplatedEmail {
  const { email, device, ip } = recipient
  return compose(NEW_DEVICE, email, {
    ...greet(recipient),
    password_link: passwordUrl,
    device: ip ? `${device}, IP address ${ip}` : device,
    time: formatClockTime(toClockTime(Date.now(), timeZone), timeZone, { now: 'always' }),
  })
}

/** Informs the owner, in case another person changed the second factor. */
export function composeSecondFactorEmail(
  recipient: Recipient,
  change: SecondFactorChange,
  passwordUrl: string,
): TemplatedEmail {
  return compose(SECOND_FACTOR[change], recipient.email, { ...greet(recipient), password_link: passwordUrl })
}

/** Informs the owner that another person seems to know the password. */
export function composeWrongCodesEmail(recipient: Recipient, passwordUrl: string): TemplatedEmail {
  return compose(WRONG_CODES, recipient.email, { ...greet(recipient), password_link: passwordUrl })
}

function greet(recipient: Recipient) {
  return composeGreeting(recipient, recipient.emailVerified)
}
