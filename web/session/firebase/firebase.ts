/** Firebase Authentication as the identity provider. Its ID token proves the identity. Loads only where the settings name it. */
import {
  createUserWithEmailAndPassword,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
} from '@firebase/auth'
import { api } from '#contract/api.ts'
import { CallError, createCall } from '#contract/call.ts'
import { fetchTransport } from '#web/transport.ts'
import { AuthError } from '../auth-error.ts'
import type { Identity } from '../identity.ts'
import { toOurError } from './errors.ts'
import { createAccount } from './firebase-account.ts'
import { checkPassword, type FirebaseOptions, openAuth, readUser, toPerson } from './firebase-auth.ts'
import { createProviders } from './firebase-providers.ts'

export function createFirebaseIdentity(options: FirebaseOptions): Identity {
  const auth = openAuth(options)
  const proof = async () => {
    const token = await (await readUser(auth))?.getIdToken()
    return token ? `Bearer ${token}` : null
  }
  const call = createCall(fetchTransport(proof))
  return withOurErrors({
    ...createAccount(auth, proof),
    ...createProviders(auth),
    ...NO_SECOND_FACTOR,
    proof,
    async current() {
      const user = await readUser(auth)
      if (!user) return null
      if (!user.emailVerified) {
        await user.reload()
        // The proof tells the server that the address is confirmed now.
        if (user.emailVerified) await user.getIdToken(true)
      }
      return toPerson(user)
    },
    async register({ name, email, password, photo }) {
      await checkPassword(password)
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      await updateProfile(user, { displayName: name, ...(photo && { photoURL: photo }) })
      // The user may ask for another link later.
      await sendEmailVerification(user).catch(() => undefined)
      await user.getIdToken(true)
      return toPerson(user)
    },
    async login(email, password) {
      return toPerson((await signInWithEmailAndPassword(auth, email, password)).user)
    },
    async logout() {
      if (await readUser(auth)) await call(api.signOut).catch(ignoreUnknown)
      await signOut(auth)
    },
  })
}

/** A proof that the server no longer accepts has no session there. */
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof CallError && error.statusCode === 401)) throw error
}

const refuse = () => Promise.reject(new AuthError('Our sign-in service has no second factor here.'))

/** The second factors of Firebase are no part of our pages. */
const NO_SECOND_FACTOR = {
  enterCode: refuse,
  setUpSecondFactor: refuse,
  confirmSecondFactor: refuse,
  renewRecoveryCodes: refuse,
  turnOffSecondFactor: refuse,
}

type Action = (...input: unknown[]) => Promise<unknown>

/** Returns the same actions, whose errors are ours. */
function withOurErrors(identity: Identity): Identity {
  const wrapped = Object.entries<Action>(identity as unknown as Record<string, Action>).map(([name, action]) => [
    name,
    async (...input: unknown[]) => {
      try {
        return await action(...input)
      } catch (error) {
        throw toOurError(error)
      }
    },
  ])
  return Object.fromEntries(wrapped) as unknown as Identity
}
