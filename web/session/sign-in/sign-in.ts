/** Signs in and registers. In a folder of its own, so that no other public page loads it. */
import { api } from '#contract/api.ts'
import { withRetries } from '#web/retry.ts'
import { AuthError, CODE_NEEDED } from '../auth-error.ts'
import type { NewAccount, Person, SignInProvider } from '../identity.ts'
import { adopt, forgetUser, provider, withProof } from '../session.ts'
import { changeSession, currentSession, SIGNED_OUT } from '../store.ts'

/** Returns false if the code of a second factor must follow. Rejects with an `AuthError` or a `CallError`. */
export function login(email: string, password: string): Promise<boolean> {
  return enterOrAwaitCode(async () => enter(await (await provider()).login(email, password)))
}

/** Creates the account and the user record, and signs in. Rejects like `login`. */
export async function register(account: NewAccount): Promise<void> {
  await enterWithRecord(await (await provider()).register(account))
}

/** Signs in with a sign-in provider. Must run in a click, with `provider()` loaded, to open a window. Returns and rejects like `login`. */
export function loginWith(signInProvider: SignInProvider): Promise<boolean> {
  return enterOrAwaitCode(async () => enterWithRecord(await (await provider()).loginWith(signInProvider)))
}

async function enterOrAwaitCode(signIn: () => Promise<void>): Promise<boolean> {
  try {
    await signIn()
    return true
  } catch (error) {
    if (!(error instanceof AuthError && error.code === CODE_NEEDED)) throw error
    // The session may still be read; that response must not end the question.
    forgetUser()
    changeSession({ ...SIGNED_OUT, awaitsCode: true })
    return false
  }
}

async function enterWithRecord(person: Person): Promise<void> {
  const { email, displayName: name, photoURL } = person
  const userInfo = { name, email, image: photoURL ?? '', role: 'student', created_at: Date.now() }
  // If this fails, the token exchange creates the record.
  await withRetries(() => withProof(api.createUser, { body: { userInfo } })).catch(() => undefined)
  await enter(person)
}

/** Signs in here as the provider's user. */
export async function enter(person: Person): Promise<void> {
  await adopt(person)
  const { user, problem } = currentSession()
  if (!user) throw new AuthError(problem ?? "We couldn't sign you in.")
}
