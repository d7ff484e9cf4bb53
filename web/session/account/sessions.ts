/** The user's sign-in sessions. Each call rejects with a `CallError`. */
import type { SignInSession } from '#contract/account.ts'
import { api } from '#web/api.ts'
import { withProofInSession } from '../session.ts'

export function listSessions(): Promise<SignInSession[]> {
  return withProofInSession(api.listSessions)
}

/** Ends another session, with its tokens. */
export async function endOtherSession(id: string): Promise<void> {
  await withProofInSession(api.endSession, { params: { id } })
}

/** Ends all sessions but this one, with their tokens. */
export async function endOtherSessions(): Promise<void> {
  await withProofInSession(api.endOtherSessions)
}
