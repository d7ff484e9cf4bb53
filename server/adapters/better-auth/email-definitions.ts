/** The words of the e-mails about an account. Every link works once. */
import {
  defineEmail,
  type EmailDefinition,
  GREETING,
  link,
  requiredLink,
  text,
} from '#server/platform/mail/email-template.ts'

/** A change of an account's second factor. */
export type SecondFactorChange = 'on' | 'off' | 'new codes'

/** The time in which the links in the e-mails are valid. */
export const RESET_MINUTES = 60
export const CONFIRM_HOURS = 24

const OWNER = 'The owner of the account'
const PASSWORD_LINK = { password_link: link('the page for a new password', '/forgot-password') }

export const RESET = defineEmail({
  key: 'password-reset',
  name: 'New password',
  recipient: OWNER,
  occasion: 'When someone requests a new password',
  subject: 'A new password for {{school_name}}',
  text: `{{greeting}}

We received a request for a new password for your account at {{school_name}}.

[Set a new password (once, within ${RESET_MINUTES} minutes)]({{reset_link}})

If this was not you, you can ignore this e-mail. Your password stays the same.`,
  variables: {
    ...GREETING,
    reset_link: requiredLink('sets a new password, once', '/reset-password?token=example'),
  },
})

export const CONFIRM = defineEmail({
  key: 'address-confirmation',
  name: 'Confirmation of an e-mail address',
  recipient: OWNER,
  occasion: 'When someone registers, or asks for the link again',
  subject: 'Please confirm your e-mail address for {{school_name}}',
  text: `{{greeting}}

An account at {{school_name}} was registered with this address. Please confirm that it is yours.

[Confirm my e-mail address (once, within ${CONFIRM_HOURS} hours)]({{confirmation_link}})

The link works while you are logged in. If you did not register, ignore this e-mail.`,
  variables: {
    ...GREETING,
    confirmation_link: requiredLink('confirms the address, once', '/verify-email?token=example'),
  },
})

export const PASSWORD_CHANGED = defineEmail({
  key: 'password-changed',
  name: 'Changed password',
  recipient: OWNER,
  occasion: 'After the password was changed',
  subject: 'Your password at {{school_name}} has changed',
  text: `{{greeting}}

The password of your account at {{school_name}} was changed. You are logged out on all other devices.

If this was not you, set a new password now:

[Set a new password]({{password_link}})

Or write to us: {{school_email}}`,
  variables: { ...GREETING, ...PASSWORD_LINK },
})

export const NEW_DEVICE = defineEmail({
  key: 'new-device',
  name: 'New device',
  recipient: OWNER,
  occasion: 'After a sign-in with a browser that the account has not used before',
  subject: 'New sign-in to your account at {{school_name}}',
  text: `{{greeting}}

Your account at {{school_name}} was used to log in on a device that we don't know: {{device}}, {{time}}.

If this was you, you can ignore this e-mail.

If this was not you, set a new password now. That logs out all devices:

[Set a new password]({{password_link}})

Then turn on the second factor in your profile. Or write to us: {{school_email}}`,
  variables: {
    ...GREETING,
    ...PASSWORD_LINK,
    device: text('browser, system and IP address', 'Firefox on Windows, IP address 203.0.113.7', 'text'),
    time: text('when it was', 'Mon, May 4, 2026, 09:30 (Europe/Oslo)'),
  },
})

export const SECOND_FACTOR: Record<SecondFactorChange, EmailDefinition<typeof GREETING & typeof PASSWORD_LINK>> = {
  on: defineSecondFactor({
    key: 'second-factor-on',
    name: 'Second factor turned on',
    subject: 'The second factor is on',
    line: 'was turned on. You are logged out on all other devices',
  }),
  off: defineSecondFactor({
    key: 'second-factor-off',
    name: 'Second factor turned off',
    subject: 'The second factor is off',
    line: 'was turned off. Your password alone now logs you in',
  }),
  'new codes': defineSecondFactor({
    key: 'recovery-codes',
    name: 'New recovery codes',
    subject: 'New recovery codes',
    line: 'has new recovery codes. The earlier ones no longer work',
  }),
}

export const WRONG_CODES = defineEmail({
  key: 'wrong-codes',
  name: 'Too many wrong codes',
  recipient: OWNER,
  occasion: 'When someone enters the password, and then too many wrong codes',
  subject: 'Too many wrong codes for your account at {{school_name}}',
  text: `{{greeting}}

A sign-in to your account at {{school_name}} had too many wrong codes. We refused it.

If this was not you, another person knows your password. Set a new one now:

[Set a new password]({{password_link}})

If it was you, use a recovery code, or try again in 15 minutes. Or write to us: {{school_email}}`,
  variables: { ...GREETING, ...PASSWORD_LINK },
})

export const ACCOUNT_EMAILS: EmailDefinition[] = [
  CONFIRM,
  RESET,
  PASSWORD_CHANGED,
  NEW_DEVICE,
  ...Object.values(SECOND_FACTOR),
  WRONG_CODES,
]

function defineSecondFactor({ line, subject, ...names }: Record<'key' | 'name' | 'subject' | 'line', string>) {
  return defineEmail({
    ...names,
    recipient: OWNER,
    occasion: 'After the second factor of the account was changed',
    subject: `${subject} for your account at {{school_name}}`,
    text: `{{greeting}}

The second factor of your account at {{school_name}} ${line}.

If this was not you, set a new password now:

[Set a new password]({{password_link}})

Or write to us: {{school_email}}`,
    variables: { ...GREETING, ...PASSWORD_LINK },
  })
}
