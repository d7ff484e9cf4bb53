import type { Domain } from '../domain.ts'
import { usersRoutes } from './users.routes.ts'
import { users as table, USER_EXPORTS } from './users.table.ts'
import * as Users from './users.ts'

export const users: Domain = {
  routes: (serve, { tokens }) => usersRoutes(serve, tokens),
  async data(ctx) {
    const { student: _s, instructor: _i, admin: _a, ...user } = await Users.getByEmail(ctx.db, ctx.actor.email)
    return { user, terms_version: await Users.readTermsVersion(ctx) }
  },
  tables: { exported: USER_EXPORTS },
  images: [table.image],
}
