import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Account from './account.ts'

export function accountRoutes(serve: Serve): void {
  serve(api.getOwnData, (ctx) => Account.readData(ctx))
  serve(api.deleteOwnAccount, async (ctx, { body }) => ({
    deletedCount: await Account.deleteOwn(ctx, ctx.proof, body.password),
  }))
  serve(api.deleteUser, async (ctx, { params }) => ({ deletedCount: await Account.remove(ctx, params.id, ctx.actor) }))
}
