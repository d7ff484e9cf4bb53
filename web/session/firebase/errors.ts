/** Firebase's errors as ours. Source: https://firebase.google.com/docs/reference/js/auth#autherrorcodes */
import { toNetworkError } from '#web/transport.ts'
import { AuthError, EMAIL_IN_USE, LINK_SPENT, NOT_SIGNED_IN, UNDER_WAY } from '../auth-error.ts'

const WRONG: Translation = ['INVALID_EMAIL_OR_PASSWORD', 'That e-mail address or password is wrong.']
const SPENT: Translation = [LINK_SPENT, 'This link is used or expired. Get a new one.']
const SIGNED_OUT: Translation = [NOT_SIGNED_IN, 'Please log in first.']
const WEAK: Translation = ['PASSWORD_REFUSED', 'Our sign-in service refused this password. Choose a longer one.']
const CONNECTED: Translation = ['ALREADY_CONNECTED', 'This sign-in belongs to another account.']

type Translation = readonly [code: string, message: string]

const TRANSLATIONS = new Map<string, Translation>([
  ['auth/email-already-in-use', [EMAIL_IN_USE, 'An account with this e-mail address exists.']],
  ['auth/invalid-email', ['INVALID_INPUT', 'Email should be an e-mail address']],
  ['auth/invalid-credential', WRONG],
  ['auth/invalid-login-credentials', WRONG],
  ['auth/wrong-password', WRONG],
  ['auth/user-not-found', WRONG],
  ['auth/missing-password', WRONG],
  ['auth/user-disabled', ['DISABLED', 'This account is disabled. Contact us for help.']],
  ['auth/too-many-requests', ['TOO_MANY_REQUESTS', 'Too many attempts. Wait a little and try again.']],
  ['auth/weak-password', WEAK],
  ['auth/password-does-not-meet-requirements', WEAK],
  ['auth/expired-action-code', SPENT],
  ['auth/invalid-action-code', SPENT],
  ['auth/requires-recent-login', ['REAUTH_REQUIRED', 'Confirm that it is you, then try again.']],
  ['auth/user-token-expired', SIGNED_OUT],
  ['auth/invalid-user-token', SIGNED_OUT],
  ['auth/null-user', SIGNED_OUT],
  ['auth/user-mismatch', ['OTHER_USER', 'You are logged in as another user. We changed nothing.']],
  ['auth/credential-already-in-use', CONNECTED],
  ['auth/provider-already-linked', CONNECTED],
  ['auth/cancelled-popup-request', [UNDER_WAY, 'Another window is open already.']],
  ['auth/admin-restricted-operation', ['SIGN_UP_CLOSED', 'We open no new accounts at the moment.']],
  [
    'auth/multi-factor-auth-required',
    ['UNSUPPORTED', "This account needs a second factor, which our site can't ask for."],
  ],
])

/** Returns the error of a call: an `AuthError`, or a `CallError` where Firebase did not respond. */
export function toOurError(error: unknown): unknown {
  const code = readCode(error)
  if (code === null) return error
  if (code === 'auth/network-request-failed' || code === 'auth/timeout') return toNetworkError(error)
  const [ours, message] = TRANSLATIONS.get(code) ?? ['REFUSED', "We couldn't sign you in. Try again later."]
  return new AuthError(message, ours)
}

/** Returns the error of a sign-in in a popup. @param name of the sign-in provider */
export function toPopupError(error: unknown, name: string): unknown {
  switch (readCode(error)) {
    case 'auth/popup-blocked':
      return new AuthError(
        `Your browser blocked the window of ${name}. Allow popups for this page and try again.`,
        'blocked',
      )
    case 'auth/popup-closed-by-user':
      return new AuthError(`The window of ${name} was closed before you were signed in.`, 'closed')
    case 'auth/user-cancelled':
      return new AuthError(`You cancelled the sign-in with ${name}.`, 'access_denied')
    case 'auth/account-exists-with-different-credential':
    case 'auth/email-already-in-use':
      return new AuthError(
        `An account with this e-mail address exists. Log in with its password, then connect ${name} in your profile.`,
        'account_not_linked',
      )
    case 'auth/operation-not-allowed':
    case 'auth/internal-error':
    case 'auth/unauthorized-domain':
      return new AuthError(`${name} couldn't sign you in. Try again later, or use your e-mail and password.`)
    default:
      return toOurError(error)
  }
}

export function readCode(error: unknown): string | null {
  const code = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' && code.startsWith('auth/') ? code : null
}
