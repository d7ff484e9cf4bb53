/**
 * The embedded identity provider: better-auth under /api/auth. Its session cookie proves the identity. Called over fetch, because
 * its own client is fifteen times this size. Source: https://better-auth.com/docs/concepts/api
 */

import { AuthError, UNDER_WAY } from '#web/session/auth-error.ts'
import type { Identity, Person } from '#web/session/identity.ts'
import { callIdentity } from './embedded-call.ts'
import { signInByPopup } from './popup.ts'
import { createCodeNeeded, secondFactor, verifyCode } from './second-factor.ts'
import { toProviderMessage } from './sign-in-provider-messages.ts'

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
