/** Signing in with other providers through Firebase, in its popup. */
import {
  type Auth,
  type AuthProvider,
  browserPopupRedirectResolver,
  linkWithPopup,
  OAuthProvider,
  SAMLAuthProvider,
  signInWithPopup,
  signOut,
  unlink,
} from '@firebase/auth'
import { AuthError } from '../auth-error.ts'
import type { Identity } from '../identity.ts'
import { toPopupError } from './errors.ts'
import { requireUser, toPerson } from './firebase-auth.ts'

type Providers = Pick<Identity, 'loginWith' | 'methods' | 'connect' | 'disconnect'>

const PASSWORD = 'password'
const PROFILE = '/dashboard/profile'

/** The scopes that each provider needs to return the e-mail address. */
const SCOPES = new Map([
  ['google.com', ['email', 'profile']],
  ['github.com', ['user:email']],
  ['facebook.com', ['email']],
  ['apple.com', ['email', 'name']],
])

export function createProviders(auth: Auth): Providers {
  return {
    async loginWith({ id, name }) {
      const { user } = await signInWithPopup(auth, toProvider(id), browserPopupRedirectResolver).catch((error) => {
        throw toPopupError(error, name)
      })
      if (user.email) return toPerson(user)
      await signOut(auth)
      throw new AuthError(`${name} shared no e-mail address. Allow it there, or log in another way.`)
    },
    async methods() {
      const { emailVerified, providerData } = await requireUser(auth)
      const ids = providerData.map(({ providerId }) => providerId)
      return {
        emailVerified,
        password: ids.includes(PASSWORD),
        providers: ids.filter((id) => id !== PASSWORD),
        secondFactor: false,
      }
    },
    async connect({ id, name }) {
      await linkWithPopup(await requireUser(auth), toProvider(id), browserPopupRedirectResolver).catch((error) => {
        throw toPopupError(error, name)
      })
      location.assign(PROFILE)
    },
    async disconnect(id) {
      const user = await requireUser(auth)
      if (user.providerData.length < 2)
        throw new AuthError('This is your only way to sign in. Set a password first.', 'LAST_METHOD')
      await unlink(user, id)
    },
  }
}

function toProvider(id: string): AuthProvider {
  if (id.startsWith('saml.')) return new SAMLAuthProvider(id)
  const provider = new OAuthProvider(id)
  for (const scope of SCOPES.get(id) ?? []) provider.addScope(scope)
  return provider
}
