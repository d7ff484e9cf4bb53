/** The e-mails about a change of an account's address. Those to unproven addresses have no text of a person. */
import { EMAIL_CHANGE_HOURS, EMAIL_STOP_DAYS } from '#contract/values/limits.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import {
  compose,
  defineEmail,
  GREETING,
  link,
  requiredLink,
  type TemplatedEmail,
} from '#server/platform/mail/email-template.ts'

const CHANGE_REQUESTED = defineEmail({
  key: 'address-change',
  name: 'Confirmation of a new address',
  recipient: 'The owner of the new address',
  occasion: 'When a user or an admin asks for another e-mail address of an account',
  subject: 'Please confirm your new e-mail address for {{school_name}}',
  text: `Hello,

Someone asked to use this e-mail address for an account at {{school_name}}. If this was you, confirm it. You may have to log in first.

[Use this e-mail address (once, within ${EMAIL_CHANGE_HOURS} hours)]({{change_link}})

All sign-ins of the account end then, and you log in with this address. If this was not you, ignore this e-mail.`,
  variables: { change_link: requiredLink('gives the account the new address, once', '/change-email?token=example') },
})

const ADDRESS_TAKEN = defineEmail({
  key: 'address-taken',
  name: 'New address with an account',
  recipient: 'The owner of the new address',
  occasion: 'When someone asks to use an e-mail address for an account, and the address has one',
  subject: 'Your e-mail address has an account at {{school_name}}',
  text: `Hello,

Someone asked to use this e-mail address for another account at {{school_name}}. It has an account here already, so nothing was changed.

If this was you, log in with this address. To use it for the other account, delete this one first.

[Log in]({{login_link}})`,
  variables: { login_link: link('the page to log in', '/login') },
})

const ADDRESS_CHANGED = defineEmail({
  key: 'address-changed',
  name: 'Changed address',
  recipient: 'The owner of the old address',
  occasion: 'After an account got another e-mail address',
  subject: 'The e-mail address of your account at {{school_name}} has changed',
  text: `{{greeting}}

Your account at {{school_name}} now has another e-mail address, and all sign-ins have ended.

If this was not you, stop it. Your account gets this address back, all sign-ins end, and you set a new password:

[Restore this e-mail address (once, within ${EMAIL_STOP_DAYS} days)]({{restore_link}})

Or write to us: {{school_email}}`,
  variables: {
    ...GREETING,
    restore_link: requiredLink('restores the old address, once', '/restore-email?token=example'),
  },
})

const UNCONFIRMED_CHANGED = defineEmail({
  key: 'unconfirmed-address-changed',
  name: 'Changed address that was not confirmed',
  recipient: 'The owner of the old address',
  occasion: 'After an account got another e-mail address, whose old one was never confirmed',
  subject: 'An account at {{school_name}} no longer uses your e-mail address',
  text: `Hello,

An account at {{school_name}} was registered with this e-mail address, which was never confirmed. It now has another one.

If the account was yours and you did not change this, write to us: {{school_email}}`,
  variables: {},
})

const ADDRESS_RESTORED = defineEmail({
  key: 'address-restored',
  name: 'Restored address',
  recipient: 'The owner of the address that was replaced',
  occasion: 'After the owner of the old address has stopped a change',
  subject: 'An account at {{school_name}} no longer uses your e-mail address',
  text: `Hello,

The owner of the former e-mail address of an account at {{school_name}} has stopped its change to this address.

If you are the owner of the account, write to us: {{school_email}}`,
  variables: {},
})

export const EMAIL_CHANGE_EMAILS = [
  CHANGE_REQUESTED,
  ADDRESS_TAKEN,
  ADDRESS_CHANGED,
  UNCONFIRMED_CHANGED,
  ADDRESS_RESTORED,
]

/** @param url a URL of /change-email */
export function composeRequestedEmail(to: string, url: string): TemplatedEmail {
  return compose(CHANGE_REQUESTED, to, { change_link: url })
}

/** @param url the URL of /login */
export function composeTakenEmail(to: string, url: string): TemplatedEmail {
  return compose(ADDRESS_TAKEN, to, { login_link: url })
}

/** @param url a URL of /restore-email; null where the address was never confirmed, so that its owner may be a stranger */
export function composeChangedEmail(to: string, url: string | null, greeting: Greeting): TemplatedEmail {
  return url === null
    ? compose(UNCONFIRMED_CHANGED, to, {})
    : compose(ADDRESS_CHANGED, to, { ...greeting, restore_link: url })
}

export function composeRestoredEmail(to: string): TemplatedEmail {
  return compose(ADDRESS_RESTORED, to, {})
}
