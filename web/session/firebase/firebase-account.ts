/** The account of a signed-in user at Firebase. */
import {
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  deleteUser,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signOut,
  updatePassword,
  updateProfile,
} from '@firebase/auth'
import { api } from '#contract/api.ts'
import { createCall } from '#contract/call.ts'
import { fetchTransport } from '#web/transport.ts'
import { AuthError, NOT_SIGNED_IN } from '../auth-error.ts'
import type { Identity } from '../identity.ts'
import { readCode } from './errors.ts'
import { checkPassword, requireUser, toPerson } from './firebase-auth.ts'

type Account = Pick<
  Identity,
  | 'requestReset'
  | 'resetPassword'
  | 'changePassword'
  | 'changeProfile'
  | 'requestVerification'
  | 'verifyEmail'
  | 'reauthenticate'
  | 'confirmDeletion'
  | 'afterDeletion'
>

const OTHER_ADDRESS = 'Log in with this e-mail address first. Then open the link again.'

/** @param proof returns the authorization header */
export function createAccount(auth: Auth, proof: () => Promise<string | null>): Account {
  const call = createCall(fetchTransport(proof))
  const reauthenticate = (password: string, refusal?: string) => confirmPassword(auth, password, refusal)
  return {
    async requestReset(email) {
      await sendPasswordResetEmail(auth, email).catch((error: unknown) => {
        if (readCode(error) !== 'auth/user-not-found') throw error
      })
    },
    async resetPassword(token, password) {
      await checkPassword(password)
      await confirmPasswordReset(auth, token, password)
    },
    async changePassword(current, next) {
      await checkPassword(next)
      const user = await reauthenticate(current)
      await updatePassword(user, next)
      // Firebase has revoked every sign-in before the new password, this one too.
      await reauthenticate(next)
      await call(api.endOtherSessions)
    },
    async changeProfile({ name, photo }) {
      const user = await requireUser(auth)
      await updateProfile(user, { displayName: name, photoURL: photo })
      return toPerson(user)
    },
    async requestVerification() {
      await sendEmailVerification(await requireUser(auth))
    },
    async verifyEmail(token) {
      const { data } = await checkActionCode(auth, token)
      await auth.authStateReady()
      const user = auth.currentUser
      // As with the embedded provider, a link confirms the address for its own account alone.
      if (!user || user.email?.toLowerCase() !== data.email?.toLowerCase())
        throw new AuthError(OTHER_ADDRESS, NOT_SIGNED_IN)
      await applyActionCode(auth, token)
      await user.reload()
      await user.getIdToken(true)
    },
    async reauthenticate(password) {
      await reauthenticate(password)
    },
    async confirmDeletion(password) {
      if (password !== null) await reauthenticate(password, 'That is not your password.')
      return null
    },
    async afterDeletion() {
      // The server has deleted the account already where it has a service account.
      if (auth.currentUser) await deleteUser(auth.currentUser).catch(() => undefined)
      await signOut(auth)
    },
  }
}

/** Signs the user in again. The next proof has the time of this sign-in. @param refusal the message for a wrong password */
async function confirmPassword(auth: Auth, password: string, refusal = 'That is not your current password.') {
  const user = await requireUser(auth)
  const credential = EmailAuthProvider.credential(user.email ?? '', password)
  await reauthenticateWithCredential(user, credential).catch((error: unknown) => {
    // A wrong password of a signed-in user is not a failed login.
    throw isWrongPassword(error) ? new AuthError(refusal, 'INVALID_PASSWORD') : error
  })
  await user.getIdToken(true)
  return user
}

function isWrongPassword(error: unknown): boolean {
  return ['auth/invalid-credential', 'auth/wrong-password'].includes(readCode(error) ?? '')
}
