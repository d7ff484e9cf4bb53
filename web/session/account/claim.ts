/** Signs in at the provider alone, before a call of ours gives its user a record: the set-up of the school, or an invitation. */
import { AuthError, EMAIL_IN_USE } from '../auth-error.ts'
import type { NewAccount, Person, SignInProvider } from '../identity.ts'
import { provider } from '../session.ts'
import { enter } from '../sign-in/sign-in.ts'

/** Returns the user whom the provider has signed in, or null. Rejects without a response. */
export async function readPerson(): Promise<Person | null> {
  return (await provider()).current()
}

/** Signs in with a sign-in provider. Must run in a click. Rejects with an `AuthError`. */
export async function identifyWith(signInProvider: SignInProvider): Promise<Person> {
  return (await provider()).loginWith(signInProvider)
}

/** Ends the provider's session, so that another user can sign in. */
export async function forgetPerson(): Promise<void> {
  await (await provider()).logout()
}

/** Registers at the provider, or logs in where the e-mail has an account with this password. Rejects with an `AuthError`. */
export async function registerOrLogin(account: NewAccount): Promise<Person> {
  const identity = await provider()
  try {
    return await identity.register(account)
  } catch (error) {
    if (!(error instanceof AuthError && error.code.startsWith(EMAIL_IN_USE))) throw error
    return identity.login(account.email, account.password)
  }
}

/** Runs the call that gives the provider's user a record, then signs in here. Rejects like the call. */
export async function claimAs(person: Person, claim: () => Promise<unknown>): Promise<void> {
  await claim()
  await enter(person)
}
