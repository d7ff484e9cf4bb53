/** The second factor of the user, and proving again who they are. Each rejects with an `AuthError`, or with a `CallError`. */
import { AuthError, OTHER_USER } from '../auth-error.ts'
import type { Code, NewSecondFactor, SignInProvider } from '../identity.ts'
import { callProvider, provider, renewToken } from '../session.ts'
import { enter } from '../sign-in/sign-in.ts'
import { changeSession, currentSession, SIGNED_OUT } from '../store.ts'
import { asRecentUser } from './as-user.ts'

/** Completes a sign-in with a code. */
export async function enterCode(code: Code): Promise<void> {
  await enter(await (await provider()).enterCode(code))
}

/** Gives up a sign-in that waits for a code. */
export function leaveSignIn(): void {
  changeSession(SIGNED_OUT)
}

/** Proves by the password, and by a code if the account needs one, who the user is. */
export async function reauthenticate(password: string, code: Code | null): Promise<void> {
  await (await provider()).reauthenticate(password, code)
  await renewToken()
}

/** Proves it by another sign-in with a provider, as the same user. Must run in a click. */
export async function reauthenticateWith(signInProvider: SignInProvider): Promise<void> {
  const { email } = await (await provider()).loginWith(signInProvider)
  await continueAs(email)
}

/** Completes `reauthenticateWith` where it has rejected with `CODE_NEEDED`. */
export async function reauthenticateByCode(code: Code): Promise<void> {
  const { email } = await (await provider()).enterCode(code)
  await continueAs(email)
}

/** Continues only as the same user. Another one gets their own session, and the call is not repeated. */
async function continueAs(email: string): Promise<void> {
  if (email === currentSession().user?.email) await renewToken()
  else {
    await callProvider()
    throw new AuthError(`You are logged in as ${email} now. We changed nothing.`, OTHER_USER)
  }
}

/** @param password of an account that has one, else null */
export function setUpSecondFactor(password: string | null): Promise<NewSecondFactor> {
  return asRecentUser((identity) => identity.setUpSecondFactor(password), password)
}

/** Turns the second factor on. All other sessions end; this one continues with a new token. */
export async function confirmSecondFactor(code: string): Promise<void> {
  await asRecentUser((identity) => identity.confirmSecondFactor(code))
  await renewToken().catch(() => undefined)
  changeSession({ ...currentSession(), lacksSecondFactor: false })
}

export function renewRecoveryCodes(password: string | null): Promise<string[]> {
  return asRecentUser((identity) => identity.renewRecoveryCodes(password), password)
}

export async function turnOffSecondFactor(password: string | null): Promise<void> {
  await asRecentUser((identity) => identity.turnOffSecondFactor(password), password)
  await renewToken().catch(() => undefined)
}
