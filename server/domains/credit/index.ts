import type { Domain } from '../domain.ts'
import { creditRoutes } from './credit.routes.ts'
import { CREDIT_EXPORTS } from './credit.table.ts'
import * as Credit from './credit.ts'

export const credit: Domain = {
  routes: creditRoutes,
  // After the places of the user have ended, since later domains forget first.
  forget: (tx, { user }, { currency }) => Credit.forgo(tx, user.id, currency),
  data: async (ctx) => ({ credit: await Credit.read(ctx) }),
  tables: { exported: CREDIT_EXPORTS },
}
