import type { Domain } from '../domain.ts'
import { TOKEN_CREATED } from './access-tokens.emails.ts'
import { accessTokensRoutes } from './access-tokens.routes.ts'
import * as AccessTokens from './access-tokens.ts'

export const accessTokens: Domain = {
  routes: accessTokensRoutes,
  emails: { Accounts: [TOKEN_CREATED] },
  forget: (tx, { user }) => AccessTokens.forget(tx, user.id),
  data: async (ctx) => ({ access_tokens: await AccessTokens.list(ctx) }),
  tables: { leftOut: { 'public.access_tokens': 'keys of programs' } },
}
