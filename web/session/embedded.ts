/**
 * The embedded identity provider: better-auth under /api/auth, whose session cookie is the proof. Its calls over fetch; its own
 * client is fifteen times their size. Source: https://better-auth.com/docs/concepts/api
 */
import { ask } from './embedded-call.ts'
import { type Identity, type Person, Refusal, UNDER_WAY } from './identity.ts'
import { throughPopup } from './popup.ts'
import { wordsOfThirdParty } from './third-party-words.ts'

interface User {
  email: string
  name: string
  image?: string | null
  emailVerified: boolean
}

/** A way to sign in, as the provider keeps it. */
interface Account {
  id: string
  providerId: string
}

const PASSWORD = 'credential'
const PROFILE = '/dashboard/profile'

export const embeddedIdentity: Identity = {
  async current() {
    const session = await sessionNow()
    return session && person(session.user)
  },
  async register({ name, email, password, photo }) {
    const { user } = await ask<{ user: User }>('/sign-up/email', { name, email, password, image: photo || undefined })
    return person(user)
  },
  async login(email, password) {
    const { user } = await ask<{ user: User }>('/sign-in/email', { email, password })
    return person(user)
  },
  async loginWith({ id, name }) {
    const outcome = await throughPopup(id)
    if (outcome.is === 'shown') throw new Refusal(`The window of ${name} is open already.`, UNDER_WAY)
    if (outcome.is === 'done' || outcome.is === 'closed') {
      // A window that left our origin may look closed before it is, and one that is closed may have been done.
      const session = await sessionNow()
      if (session) return person(session.user)
    }
    const code = outcome.is === 'refused' ? outcome.code : outcome.is
    throw new Refusal(wordsOfThirdParty(code, name), code)
  },
  async logout() {
    await ask('/sign-out', {})
  },
  async requestReset(email) {
    await ask('/request-password-reset', { email })
  },
  async resetPassword(token, newPassword) {
    await ask('/reset-password', { token, newPassword })
  },
  async changePassword(currentPassword, newPassword) {
    await ask('/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
  },
  async changeProfile({ name, photo }) {
    await ask('/update-user', { name, image: photo })
    const session = await sessionNow()
    if (!session) throw new Refusal('Please log in first.')
    return person(session.user)
  },
  async methods() {
    const [session, accounts] = await Promise.all([sessionNow(), ask<Account[]>('/list-accounts')])
    const ids = accounts.map(({ providerId }) => providerId)
    return {
      emailVerified: session?.user.emailVerified ?? false,
      password: ids.includes(PASSWORD),
      thirdParties: ids.filter((id) => id !== PASSWORD),
    }
  },
  async connect({ id }) {
    const returns = { callbackURL: PROFILE, errorCallbackURL: PROFILE, disableRedirect: true }
    const { url } = await ask<{ url: string }>('/link-social', { provider: id, ...returns })
    location.assign(url)
  },
  async disconnect(thirdPartyId) {
    const accounts = await ask<Account[]>('/list-accounts')
    const account = accounts.find(({ providerId }) => providerId === thirdPartyId)
    if (account) await ask('/unlink-account', { accountId: account.id, providerId: thirdPartyId })
  },
  async requestVerification() {
    await ask('/confirm-email/send', {})
  },
  async verifyEmail(token) {
    await ask('/confirm-email', { token })
  },
  async proof() {
    return null
  },
}

const sessionNow = () => ask<{ user: User } | null>('/get-session')

function person({ email, name, image }: User): Person {
  return { email, displayName: name, photoURL: image || null }
}
