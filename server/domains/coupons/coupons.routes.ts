import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Coupons from './coupons.ts'

export function couponsRoutes(serve: Serve): void {
  serve(api.listCoupons, (ctx) => Coupons.list(ctx))
  serve(api.addCoupon, async (ctx, { body }) => ({ insertedId: await Coupons.add(ctx, body) }))
  serve(api.changeCoupon, async (ctx, { params, body }, options) => ({
    modifiedCount: await Coupons.change(ctx, params.id, body, options),
  }))
  serve(api.deleteCoupon, async (ctx, { params }) => ({ deletedCount: await Coupons.remove(ctx, params.id) }))
}
