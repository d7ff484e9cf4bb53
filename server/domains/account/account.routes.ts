import { api } from '#contract/api.ts'
import type { FeedLinks } from '#server/domains/calendar/feed-links.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Account from './account.ts'
import * as Sessions from './sessions.ts'

export function accountRoutes(serve: Serve, feedLinks: FeedLinks): void {
  serve(api.getOwnData, (ctx) => Account.readData(ctx, feedLinks))
  serve(api.listSessions, (ctx) => Sessions.list(ctx, ctx.proof))
  serve(api.endSession, async (ctx, { params }) => ({ deletedCount: await Sessions.end(ctx, ctx.proof, params.id) }))
  serve(api.endOtherSessions, async (ctx) => ({ deletedCount: await Sessions.endOthers(ctx, ctx.proof) }))
  serve(api.signOut, async (ctx) => ({ deletedCount: await Sessions.signOut(ctx, ctx.proof) }))
  serve(api.deleteOwnAccount, async (ctx, { body }) => ({
    deletedCount: await Account.deleteOwn(ctx, ctx.proof, body.password),
  }))
  serve(api.unlinkUser, async (ctx, { params }) => ({ modifiedCount: await Account.unlink(ctx, params.id) }))
  serve(api.deleteUser, async (ctx, { params }) => ({ deletedCount: await Account.remove(ctx, params.id, ctx.actor) }))
}
