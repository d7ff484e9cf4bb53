import { api } from '#contract/api.ts'
import { listScopes } from '#contract/scopes.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as AccessTokens from './access-tokens.ts'

export function accessTokensRoutes(serve: Serve): void {
  serve(api.listAccessTokens, (ctx) => AccessTokens.list(ctx))
  serve(api.listAccessTokenScopes, async ({ actor }) => listScopes(api, actor.role))
  serve(api.createAccessToken, (ctx, { body }) => AccessTokens.create(ctx, body))
  serve(api.revokeAccessToken, async (ctx, { params }) => ({ deletedCount: await AccessTokens.revoke(ctx, params.id) }))
}
