import type { Domain } from '../domain.ts'
import { cartRoutes } from './cart.routes.ts'
import { CART_EXPORTS } from './cart.table.ts'
import * as Cart from './cart.ts'

export const cart: Domain = {
  routes: cartRoutes,
  forget: (tx, { user }) => Cart.forget(tx, user.id),
  data: async (ctx) => ({ selected_classes: await Cart.list(ctx) }),
  tables: { exported: CART_EXPORTS },
}
