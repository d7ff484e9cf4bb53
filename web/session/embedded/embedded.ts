/**
 * The embedded identity provider: better-auth under /api/auth. Its session cookie proves the identity. Called over fetch, because
 * its own client is fifteen times this size. Source: https://better-auth.com/docs/concepts/api
 */

import { SIGN_UP_CLOSED_MESSAGE } from '#contract/values/sign-up-closed.ts'
import {
  AuthError,
  CODE_NEEDED,
  LINK_SPENT,
  NOT_SIGNED_IN,
  SIGN_IN_EXPIRED,
  UNDER_WAY,
} from '#web/session/auth-error.ts'
import type { Code, Identity, Person } from '#web/session/identity.ts'
import { sendAbortable, toNetworkError } from '#web/transport.ts'
import { signInByPopup } from './popup.ts'

interface User {
  email: string
  name: string
  image?: string | null
  emailVerified: boolean
  twoFactorEnabled?: boolean
}

/** A sign-in method, as the provider stores it. */
interface Account {
  id: string
  providerId: string
}

const PASSWORD = 'credential'
/** The server's code of a popup whose sign-in waits for a code. */
const CODE_REQUIRED = 'second_factor'
const PROFILE = '/dashboard/profile'

/** @param passwords whether people sign in with a password; otherwise only with a sign-in provider */
export const createEmbeddedIdentity = ({ passwords }: { passwords: boolean }): Identity => ({
  ...secondFactor,
  async current() {
    const session = await readSession()
    return session && toPerson(session.user)
  },
  async register({ name, email, password, photo }) {
    const { user } = await callIdentity<{ user: User }>('/sign-up/email', {
      name,
      email,
      password,
      image: photo || undefined,
    })
    return toPerson(user)
  },
  async login(email, password) {
    const response = await callIdentity<{ user: User } | { twoFactorRedirect: true }>('/sign-in/email', {
      email,
      password,
    })
    if (!('user' in response)) throw createCodeNeeded()
    return toPerson(response.user)
  },
  async enterCode(code) {
    return toPerson((await verifyCode<{ user: User }>(code)).user)
  },
  async loginWith({ id, name }) {
    const outcome = await signInByPopup(id)
    if (outcome.is === 'shown') throw new AuthError(`The window of ${name} is already open.`, UNDER_WAY)
    if (outcome.is === 'done' || outcome.is === 'closed') {
      // A window on another origin may report that it is closed, and a closed one may have finished.
      const session = await readSession()
      if (session) return toPerson(session.user)
    }
    const code = outcome.is === 'refused' ? outcome.code : outcome.is
    if (code === CODE_REQUIRED) throw createCodeNeeded()
    throw new AuthError(toProviderMessage(code, name, passwords), code)
  },
  async logout() {
    await callIdentity('/sign-out', {})
  },
  async requestReset(email) {
    await callIdentity('/request-password-reset', { email })
  },
  async resetPassword(token, newPassword) {
    await callIdentity('/reset-password', { token, newPassword })
  },
  async changePassword(currentPassword, newPassword) {
    await callIdentity('/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
  },
  async changeProfile({ name, photo }) {
    await callIdentity('/update-user', { name, image: photo })
    const session = await readSession()
    if (!session) throw new AuthError('Please log in first.')
    return toPerson(session.user)
  },
  async methods() {
    const [session, accounts] = await Promise.all([readSession(), callIdentity<Account[]>('/list-accounts')])
    const ids = accounts.map(({ providerId }) => providerId)
    return {
      emailVerified: session?.user.emailVerified ?? false,
      password: passwords && ids.includes(PASSWORD),
      providers: ids.filter((id) => id !== PASSWORD),
      secondFactor: session?.user.twoFactorEnabled ?? false,
    }
  },
  async connect({ id }) {
    const paths = { callbackURL: PROFILE, errorCallbackURL: PROFILE, disableRedirect: true }
    const { url } = await callIdentity<{ url: string }>('/link-social', { provider: id, ...paths })
    location.assign(url)
  },
  async disconnect(signInProviderId) {
    const accounts = await callIdentity<Account[]>('/list-accounts')
    const account = accounts.find(({ providerId }) => providerId === signInProviderId)
    if (account) await callIdentity('/unlink-account', { accountId: account.id, providerId: signInProviderId })
  },
  async requestVerification() {
    await callIdentity('/confirm-email/send', {})
  },
  async verifyEmail(token) {
    await callIdentity('/confirm-email', { token })
  },
  async confirmDeletion(password) {
    return password
  },
  async afterDeletion() {
    // Removes the cookie of the deleted session.
    await callIdentity('/sign-out', {})
  },
  async proof() {
    return null
  },
})

const readSession = () => callIdentity<{ user: User } | null>('/get-session')

function toPerson({ email, name, image, emailVerified }: User): Person {
  return { email, displayName: name, photoURL: image || null, emailVerified }
}

/** `code` is the provider's, or the outcome of the popup; `name` is the provider's; `passwords` whether there is another way in. */
function toProviderMessage(code: string, name: string, passwords: boolean): string {
  switch (code) {
    case 'blocked':
      return `Your browser blocked the window of ${name}. Allow popups for this page and try again.`
    case 'closed':
      return `The window of ${name} was closed before you were signed in.`
    case 'access_denied':
      return `You cancelled the sign-in with ${name}.`
    case 'account_not_linked':
      return passwords
        ? `An account with this e-mail address exists. Log in with its password, then connect ${name} in your profile.`
        : `An account with this e-mail address exists. Confirm the address at ${name}, then try again.`
    case 'other_subject':
      return `This e-mail address belongs to an account of another person at ${name}. Contact us for help.`
    case 'SIGN_UP_CLOSED':
      return SIGN_UP_CLOSED_MESSAGE
    default:
      return passwords
        ? `${name} couldn't sign you in. Try again later, or use your e-mail and password.`
        : `${name} couldn't sign you in. Try again later.`
  }
}

/** The second factor at the embedded provider. Source: https://better-auth.com/docs/plugins/2fa */
type SecondFactor = Pick<
  Identity,
  'reauthenticate' | 'setUpSecondFactor' | 'confirmSecondFactor' | 'renewRecoveryCodes' | 'turnOffSecondFactor'
>

const VERIFY = { code: '/two-factor/verify-totp', 'recovery code': '/two-factor/verify-backup-code' } as const

const secondFactor: SecondFactor = {
  async reauthenticate(password, code) {
    const field = code?.kind === 'code' ? { code: code.value } : { recoveryCode: code?.value }
    await callIdentity('/reauthenticate', { password, ...field })
  },
  async setUpSecondFactor(password) {
    const body = { password: password ?? undefined }
    const { totpURI, backupCodes } = await callIdentity<{ totpURI: string; backupCodes: string[] }>(
      '/two-factor/enable',
      body,
    )
    return { uri: totpURI, recoveryCodes: backupCodes }
  },
  async confirmSecondFactor(code) {
    await callIdentity(VERIFY.code, { code })
  },
  async renewRecoveryCodes(password) {
    const body = { password: password ?? undefined }
    return (await callIdentity<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', body)).backupCodes
  },
  async turnOffSecondFactor(password) {
    await callIdentity('/two-factor/disable', { password: password ?? undefined })
  },
}

/** Sends the code of a sign-in. */
function verifyCode<T>({ kind, value }: Code): Promise<T> {
  return callIdentity<T>(VERIFY[kind], { code: value })
}

/** Returns the error of a sign-in that waits for a code. */
function createCodeNeeded(): AuthError {
  return new AuthError('Enter the code of your authenticator app.', CODE_NEEDED)
}

/** Our code and message for codes of the provider whose own message is meant for programs. */
const TRANSLATIONS = new Map<string, readonly [code: string, message: string]>([
  ['INVALID_TOKEN', [LINK_SPENT, 'This link is used or expired. Get a new one.']],
  ['UNAUTHORIZED', [NOT_SIGNED_IN, 'Please log in first.']],
  ['INVALID_PASSWORD', ['INVALID_PASSWORD', 'That is not your current password.']],
  ['FAILED_TO_UNLINK_LAST_ACCOUNT', ['LAST_METHOD', 'This is your only way to sign in. Set a password first.']],
  ['INVALID_CODE', ['INVALID_CODE', 'That code is wrong or was used. Wait for the next one, then try again.']],
  ['INVALID_BACKUP_CODE', ['INVALID_CODE', 'That recovery code is wrong or was used. Try another one.']],
  ['INVALID_TWO_FACTOR_COOKIE', [SIGN_IN_EXPIRED, 'This sign-in took too long. Go back and log in again.']],
  ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', [SIGN_IN_EXPIRED, 'Too many wrong codes. Go back and log in again.']],
])

/** Returns the provider's response. Rejects with an `AuthError`, or with a `CallError` without a usable response. */
async function callIdentity<T>(path: string, body?: object): Promise<T> {
  const { response, content } = await sendAbortable((signal) => exchangeMessages(path, body, signal))
  if (response.ok) return content as T
  if (response.status >= 500) throw toNetworkError(content)
  const providerCode = readText(content, 'code') ?? 'REFUSED'
  const providerMessage = readText(content, 'message') ?? "We couldn't sign you in."
  const [code, message] = TRANSLATIONS.get(providerCode) ?? [providerCode, providerMessage]
  throw new AuthError(message, code)
}

async function exchangeMessages(path: string, body: object | undefined, signal: AbortSignal) {
  try {
    const response = await fetch(`/api/auth${path}`, { signal, ...(body && toPost(body)) })
    const content: unknown = await response.json().catch(() => null)
    return { response, content }
  } catch (cause) {
    throw toNetworkError(cause)
  }
}

function toPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function readText(content: unknown, key: 'code' | 'message'): string | null {
  const text = typeof content === 'object' && content !== null ? Reflect.get(content, key) : null
  return typeof text === 'string' && text ? text : null
}
