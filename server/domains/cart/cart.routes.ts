import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Cart from './cart.ts'

export function cartRoutes(serve: Serve): void {
  serve(api.listCart, (ctx) => Cart.list(ctx))
  serve(api.selectClass, async (ctx, { body }) => ({ insertedId: await Cart.select(ctx, body.classId) }))
  serve(api.getCartItem, (ctx, { params }) => Cart.get(ctx, params.id))
  serve(api.removeCartItem, async (ctx, { params }) => ({ deletedCount: await Cart.remove(ctx, params.id) }))
}
