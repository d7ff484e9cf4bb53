/** The sign-in sessions of an account. Ending one also ends the tokens that were made from it. */
import type { SignInSession } from '#contract/account.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'

/** Returns the sessions of a proof's identity, last used first. */
export async function list({ identity }: SystemContext, { identityId, sessionId }: Proof): Promise<SignInSession[]> {
  const sessions = await identity.listSessions(identityId)
  return sessions
    .sort((a, b) => b.lastUsedAt - a.lastUsedAt)
    .map(({ id, device, ip, createdAt, lastUsedAt }) => ({
      _id: id,
      device,
      address: ip,
      created_at: createdAt,
      used_at: lastUsedAt,
      current: id === sessionId,
    }))
}

/** Ends one session of a proof's identity. Returns 1. @throws AppError NOT_FOUND, for another identity's session too */
export async function end(ctx: SystemContext, proof: Proof, id: string): Promise<number> {
  const ended = await ctx.identity.endSession(proof.identityId, id)
  if (ended === 0) throw new AppError('NOT_FOUND')
  return record(ctx, proof, ended)
}

/** Ends the proof's own session, with its tokens. Returns the number of ended sessions. */
export async function signOut(ctx: SystemContext, proof: Proof): Promise<number> {
  if (proof.sessionId === null) return 0
  return record(ctx, proof, await ctx.identity.endSession(proof.identityId, proof.sessionId))
}

/** Ends all sessions of a proof's identity but the proof's own. Returns their number: none where we cannot read the sessions. */
export async function endOthers(ctx: SystemContext, proof: Proof): Promise<number> {
  if (proof.sessionId === null) return 0
  return record(ctx, proof, await ctx.identity.endOtherSessions(proof))
}

function record({ securityLog }: SystemContext, { identityId }: Proof, sessions: number): number {
  if (sessions > 0) securityLog.record('sessions-ended', { identity: identityId, sessions })
  return sessions
}
