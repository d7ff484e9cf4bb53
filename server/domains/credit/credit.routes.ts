import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Credit from './credit.ts'

export function creditRoutes(serve: Serve): void {
  serve(api.getCredit, (ctx) => Credit.read(ctx))
  serve(api.grantCredit, async (ctx, { params, body }) => ({ modifiedCount: await Credit.grant(ctx, params.id, body) }))
}
