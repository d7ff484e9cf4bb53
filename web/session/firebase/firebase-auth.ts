/** The Firebase SDK for this page, and its user. Source: https://firebase.google.com/docs/auth/web/start */
import { initializeApp } from '@firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  onAuthStateChanged,
  type User,
} from '@firebase/auth'
import type { BrowserIdentity } from '#contract/sign-in.ts'
import { AuthError, NOT_SIGNED_IN } from '../auth-error.ts'
import type { Person } from '../identity.ts'
import { storedToken } from '../token.ts'

export type FirebaseOptions = Extract<BrowserIdentity, { provider: 'firebase' }>

/** Time in which the sign-in of another tab may arrive here. */
const OTHER_TAB_MS = 3_000

/** Other tabs hear of changes of the local storage at once. */
export function openAuth({ apiKey, authDomain, projectId, emulator }: FirebaseOptions): Auth {
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: browserLocalPersistence,
  })
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true })
  return auth
}

/** Returns the signed-in user, or null. A token of ours that another tab has stored announces a user who may still be to come. */
export async function readUser(auth: Auth): Promise<User | null> {
  await auth.authStateReady()
  if (auth.currentUser || !storedToken()) return auth.currentUser
  return new Promise((resolve) => {
    const finish = (user: User | null) => {
      clearTimeout(timer)
      stop()
      resolve(user)
    }
    const timer = setTimeout(() => finish(auth.currentUser), OTHER_TAB_MS)
    const stop = onAuthStateChanged(auth, (user) => user && setTimeout(() => finish(user)))
  })
}

/** Returns the signed-in user. @throws AuthError NOT_SIGNED_IN */
export async function requireUser(auth: Auth): Promise<User> {
  const user = await readUser(auth)
  if (!user) throw new AuthError('Please log in first.', NOT_SIGNED_IN)
  return user
}

/**
 * Checks our rule for new passwords, of which Firebase knows only the length. The rule loads when it is needed: the page of the login does
 * not have it. @throws AuthError INVALID_INPUT
 */
export async function checkPassword(password: string): Promise<void> {
  const { Password } = await import('#contract/users.ts')
  const problem = Password.safeParse(password).error?.issues[0]?.message
  if (problem) throw new AuthError(problem, 'INVALID_INPUT')
}

export function toPerson({ email, displayName, photoURL, emailVerified }: User): Person {
  return { email: (email ?? '').toLowerCase(), displayName: displayName ?? '', photoURL, emailVerified }
}
