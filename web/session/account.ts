/**
 * What somebody does with their own account, loaded by the pages where they do it. Each rejects with a `Refusal` in the provider's
 * words, or a `CallError`.
 */
import { CallError } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { type Identity, type Methods, NOT_SIGNED_IN, Refusal, type ThirdParty } from './identity.ts'
import { endSession, forgetUser, provider, renewToken, updatePerson, withProof } from './session.ts'

export async function requestReset(email: string): Promise<void> {
  await (await provider()).requestReset(email)
}

/** Sets a password by the token of a letter. All sessions of that account end, so whoever was signed in here is not any more. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await (await provider()).resetPassword(token, password)
  forgetUser()
}

export async function verifyEmail(token: string): Promise<void> {
  await (await provider()).verifyEmail(token)
}

export function requestVerification(): Promise<void> {
  return asUser((identity) => identity.requestVerification())
}

export function signInMethods(): Promise<Methods> {
  return asUser((identity) => identity.methods())
}

export function connect(thirdParty: ThirdParty): Promise<void> {
  return asUser((identity) => identity.connect(thirdParty))
}

export function disconnect(thirdPartyId: string): Promise<void> {
  return asUser((identity) => identity.disconnect(thirdPartyId))
}

/** Sets a new password; the other sessions end, and this one goes on with a new token. */
export async function changePassword(current: string, next: string): Promise<void> {
  await asUser((identity) => identity.changePassword(current, next))
  await renewToken().catch(() => undefined)
}

/** Changes name and photo (an address, or empty) with the provider and in the user record, and shows them in this tab. */
export async function changeProfile(profile: { name: string; photo: string }): Promise<void> {
  const person = await asUser((identity) => identity.changeProfile(profile))
  const body = { name: profile.name, image: profile.photo }
  await call(api.changeProfile, { params: { email: person.email }, body })
  updatePerson(person)
}

/** Deletes the account; `leave` runs before the user is forgotten, so that no guard sees its page without one. */
export async function deleteAccount(password: string | null, leave: () => Promise<void> | void): Promise<void> {
  await asUser(() => withProof(api.deleteOwnAccount, { body: { password } }))
  await leave()
  forgetUser()
  // Takes the cookie of a session that is no more.
  await (await provider()).logout().catch(() => undefined)
}

/** Where the provider knows nobody to be signed in any more, the session is over. */
async function asUser<T>(ask: (identity: Identity) => Promise<T>): Promise<T> {
  try {
    return await ask(await provider())
  } catch (error) {
    if ((error instanceof Refusal || error instanceof CallError) && error.code === NOT_SIGNED_IN) endSession()
    throw error
  }
}
