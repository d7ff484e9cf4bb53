/** Runs an action of a signed-in user at the provider. */
import { CallError } from '#contract/call.ts'
import { inSession } from '#web/transport.ts'
import { AuthError, NOT_SIGNED_IN } from '../auth-error.ts'
import type { Identity } from '../identity.ts'
import { requestReauthentication } from '../reauthentication.ts'
import { endSession, provider, renewToken } from '../session.ts'
import { bearer, storedToken } from '../token.ts'

/** Ends the session here if the provider has no signed-in user. Waits while a sign-out is in progress. */
export async function asUser<T>(run: (identity: Identity) => Promise<T>): Promise<T> {
  const token = storedToken()
  try {
    return await inSession(async () => run(await provider()), bearer)
  } catch (error) {
    if ((error instanceof AuthError || error instanceof CallError) && error.code === NOT_SIGNED_IN) endSession(token)
    throw error
  }
}

/** Also asks the user to re-authenticate, if the provider requires it. @param password what the user has just typed */
export async function asRecentUser<T>(
  run: (identity: Identity) => Promise<T>,
  password: string | null = null,
): Promise<T> {
  try {
    return await asUser(run)
  } catch (error) {
    if (!(error instanceof AuthError && error.code === 'REAUTH_REQUIRED')) throw error
    if (!(await confirmIdentity(password))) throw error
    return asUser(run)
  }
}

/** Uses the password that is known already, and asks only where that is not enough. */
async function confirmIdentity(password: string | null): Promise<boolean> {
  if (password === null) return requestReauthentication()
  try {
    await (await provider()).reauthenticate(password, null)
    await renewToken()
    return true
  } catch (error) {
    if (error instanceof AuthError && error.code === 'CODE_REQUIRED') return requestReauthentication()
    throw error
  }
}
