import type { Domain } from '../domain.ts'
import { usersRoutes } from './users.routes.ts'
import * as Users from './users.ts'
import { USER_EXPORTS, users as table } from './users.table.ts'

export const users: Domain = {
  routes: (serve, { tokens }) => usersRoutes(serve, tokens),
  async data(ctx) {
    const { student: _s, instructor: _i, admin: _a, ...user } = await Users.getByEmail(ctx.db, ctx.actor.email)
    return { user, terms_version: await Users.readTermsVersion(ctx) }
  },
  tables: { exported: USER_EXPORTS },
  images: [table.image],
}
