import { api } from '#contract/api.ts'
import { toMinor } from '#contract/values/money.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Cart from './cart.ts'

/** The payments serve the selection and the removal of an item, since they also release a hold. */
export function cartRoutes(serve: Serve): void {
  serve(api.listCart, (ctx) => Cart.list(ctx))
  serve(api.getCartItem, (ctx, { params }) => Cart.get(ctx, params.id))
  serve(api.acceptPrice, async (ctx, { params, body }) => ({
    modifiedCount: await Cart.acceptPrice(ctx, params.id, toMinor(body.price, ctx.currency)),
  }))
}
