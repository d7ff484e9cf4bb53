import { api } from '#contract/api.ts'
import type { Components } from '#server/domains/domain.ts'
import * as AccountDeletions from '#server/domains/payments/account-deletions.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Account from './account.ts'
import { changeRole } from './account.ts'
import * as EmailChanges from './email-changes.ts'
import * as Sessions from './sessions.ts'

/** Links to one address, at the request of any user, and to any addresses from one network. */
const TO_ONE_ADDRESS = { max: 3, minutes: 60 }
const FROM_ONE_NETWORK = { max: 100, minutes: 60 }

export function accountRoutes(serve: Serve, components: Components): void {
  const { rateLimiter, domains } = components
  const countEmail = (email: string) => rateLimiter.count('change to an address', email, TO_ONE_ADDRESS)
  serve(api.requestEmailChange, async (ctx, { body }) => {
    await rateLimiter.count('change of a network', ctx.proof.network, FROM_ONE_NETWORK)
    await countEmail(body.email)
    await EmailChanges.request(ctx, ctx.proof, body)
    return { requested: true } as const
  })
  serve(api.confirmEmailChange, async (ctx, { body }) => ({ email: await EmailChanges.confirm(ctx, body.token) }))
  serve(api.restoreEmail, async (ctx, { body }) => ({ email: await EmailChanges.restore(ctx, body.token) }))
  serve(api.requestEmailChangeFor, async (ctx, { params, body }) => {
    await countEmail(body.email)
    await EmailChanges.requestFor(ctx, params.id, body.email)
    return { requested: true } as const
  })

  serve(api.getOwnData, (ctx) => Account.readData(ctx, components))
  serve(api.listSessions, (ctx) => Sessions.list(ctx, ctx.proof))
  serve(api.endSession, async (ctx, { params }) => ({ deletedCount: await Sessions.end(ctx, ctx.proof, params.id) }))
  serve(api.endOtherSessions, async (ctx) => ({ deletedCount: await Sessions.endOthers(ctx, ctx.proof) }))
  serve(api.signOut, async (ctx) => ({ deletedCount: await Sessions.signOut(ctx, ctx.proof) }))
  serve(api.listLostPlaces, (ctx) => AccountDeletions.listLost(ctx))
  serve(api.deleteOwnAccount, async (ctx, { body }) => ({
    deletedCount: await Account.deleteOwn(ctx, ctx.proof, body, domains),
  }))
  serve(api.unlinkUser, async (ctx, { params }) => ({ modifiedCount: await Account.unlink(ctx, params.id) }))
  serve(api.makeStudent, async (ctx, { params }) => ({ modifiedCount: await changeRole(ctx, params.id, 'student') }))
  serve(api.makeInstructor, async (ctx, { params }) => ({
    modifiedCount: await changeRole(ctx, params.id, 'instructor'),
  }))
  serve(api.makeAdmin, async (ctx, { params }) => ({ modifiedCount: await changeRole(ctx, params.id, 'admin') }))
  serve(api.deleteUser, async (ctx, { params }) => ({
    deletedCount: await Account.remove(ctx, params.id, domains, { actor: ctx.actor }),
  }))
}
