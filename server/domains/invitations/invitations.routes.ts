import { api } from '#contract/api.ts'
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'
import type { Serve } from '#server/ports/serve.ts'
import { accept, claimRole, open } from './acceptance.ts'
import * as Invitations from './invitations.ts'

/** Invitations to one e-mail address, by any admin. */
const TO_ONE_ADDRESS = { max: 5, minutes: 60 }

export function invitationsRoutes(serve: Serve, rateLimiter: RateLimiter): void {
  const countEmail = (email: string) => rateLimiter.count('invitation of an address', email, TO_ONE_ADDRESS)

  serve(api.listInvitations, ({ db }) => Invitations.list(db))
  serve(api.invite, async (ctx, { body }) => {
    await countEmail(body.email)
    return Invitations.invite(ctx, body)
  })
  serve(api.countWaiting, async ({ db }) => ({ waiting: await Invitations.countWaiting(db) }))
  serve(api.inviteWaiting, (ctx) => Invitations.inviteWaiting(ctx))
  serve(api.resendInvitation, async (ctx, { params }) => {
    await countEmail(await Invitations.readEmail(ctx.db, params.id))
    return Invitations.resend(ctx, params.id)
  })
  serve(api.revokeInvitation, async (ctx, { params }) => ({ deletedCount: await Invitations.revoke(ctx, params.id) }))

  serve(api.openInvitation, ({ db }, { body }) => open(db, body.token))
  serve(api.acceptInvitation, async (ctx, { body }) => {
    await accept(ctx, body)
    return { accepted: true } as const
  })
  serve(api.claimInvitation, async (ctx, { body }) => ({ role: await claimRole(ctx, ctx.proof, body.token) }))
}
