/** The actions of a signed-in user on their own account. Each rejects with an `AuthError`, or with a `CallError`. */
import { type Call, CallError, createCall } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { fetchTransport, holdCalls } from '#web/transport.ts'
import type { SignInMethods, SignInProvider } from '../identity.ts'
import { requestReauthentication } from '../reauthentication.ts'
import {
  callProvider,
  endWith,
  forgetUser,
  provider,
  renewToken,
  updatePerson,
  withProof,
  withProofInSession,
} from '../session.ts'
import { currentSession } from '../store.ts'
import { bearer, storedToken } from '../token.ts'
import { asRecentUser, asUser } from './as-user.ts'

export async function requestReset(email: string): Promise<void> {
  await (await provider()).requestReset(email)
}

/** Sets a password by the token of an e-mailed link. All sessions of that account end, also the one in this browser. */
export async function resetPassword(token: string, password: string): Promise<void> {
  const identity = await provider()
  await endWith(
    () => identity.resetPassword(token, password),
    () => undefined,
  )
}

/** Confirms an e-mail address. Signs in here if the provider's session required the confirmation; other tabs follow. */
export async function verifyEmail(token: string): Promise<void> {
  await (await provider()).verifyEmail(token)
  if (!currentSession().user && !storedToken()) await callProvider()
}

/** Asks for another e-mail address, which its owner confirms by a link. Asks for another sign-in where the last was too long ago. */
export async function requestEmailChange(email: string, password: string | null): Promise<void> {
  const request = () => asUser(() => withProofInSession(api.requestEmailChange, { body: { email, password } }))
  await request().catch(async (error: unknown) => {
    const isSignInTooOld = error instanceof CallError && error.code === 'REAUTH_REQUIRED'
    if (!isSignInTooOld || !(await requestReauthentication())) throw error
    await request()
  })
}

/** Gives an account its new address by the token of an e-mailed link. Its sign-ins end, perhaps also the one in this browser. */
export function confirmEmailChange(token: string): Promise<void> {
  return endSignIns((call) => call(api.confirmEmailChange, { body: { token } }))
}

/** Gives an account its old address back. Its sign-ins end, perhaps also the one in this browser. */
export function restoreEmail(token: string): Promise<void> {
  return endSignIns((call) => call(api.restoreEmail, { body: { token } }))
}

export function requestVerification(): Promise<void> {
  return asUser((identity) => identity.requestVerification())
}

export function signInMethods(): Promise<SignInMethods> {
  return asUser((identity) => identity.methods())
}

export function connect(signInProvider: SignInProvider): Promise<void> {
  return asRecentUser((identity) => identity.connect(signInProvider))
}

export function disconnect(providerId: string): Promise<void> {
  return asRecentUser((identity) => identity.disconnect(providerId))
}

/** Sets a new password. All other sessions end; this one continues with a new token. */
export async function changePassword(current: string, next: string): Promise<void> {
  await asRecentUser((identity) => identity.changePassword(current, next), current)
  await renewToken().catch(() => undefined)
}

/** Changes name and photo (a URL, or empty) with the provider and in the user record, where the phone number is, and shows them in this tab. */
export async function changeProfile({
  phone,
  ...profile
}: {
  name: string
  photo: string
  phone?: string
}): Promise<void> {
  const person = await asUser((identity) => identity.changeProfile(profile))
  const body = { name: profile.name, image: profile.photo, phone }
  await call(api.changeProfile, { params: { email: person.email }, body })
  updatePerson(person)
}

/**
 * Deletes the account. Without a password, it asks for another sign-in where the last was too long ago. `leave` runs before the session
 * ends, so that no guard renders its page without a user.
 */
export async function deleteAccount(
  { password, refund }: { password: string | null; refund: boolean },
  leave: () => Promise<void> | void,
): Promise<void> {
  const end = () =>
    asUser(async (identity) => {
      const body = { password: await identity.confirmDeletion(password), refund }
      await endWith(() => withProof(api.deleteOwnAccount, { body }), leave)
    })
  await end().catch(async (error: unknown) => {
    const isSignInTooOld = password === null && error instanceof CallError && error.code === 'NOT_CONFIRMED'
    if (!isSignInTooOld || !(await requestReauthentication())) throw error
    await end()
  })
  await (await provider()).afterDeletion().catch(() => undefined)
}

/** Runs `end`, which ends all sign-ins of an account, perhaps not the one in this browser. Other calls wait. Rejects like `end`. */
async function endSignIns(end: (call: Call) => Promise<unknown>): Promise<void> {
  const identity = await provider()
  const done = Promise.resolve()
    .then(() => end(createCall(fetchTransport(bearer))))
    .then(async () => {
      // The page may still be reading its session, so the token decides, not the user.
      if (storedToken() && !(await identity.current())) forgetUser()
    })
  holdCalls(done)
  await done
}
