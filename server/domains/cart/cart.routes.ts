import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Cart from './cart.ts'

/** The payments serve the removal of an item, since it also releases the item's hold. */
export function cartRoutes(serve: Serve): void {
  serve(api.listCart, (ctx) => Cart.list(ctx))
  serve(api.selectClass, async (ctx, { body }) => ({ insertedId: await Cart.select(ctx, body.classId, body.runId) }))
  serve(api.getCartItem, (ctx, { params }) => Cart.get(ctx, params.id))
}
