import { api } from '#contract/api.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Orders from './orders.ts'

export function ordersRoutes(serve: Serve): void {
  serve(api.listOrders, (ctx, { query }) => Orders.list(ctx, toFirstPage(query)))
  serve(api.getOrder, (ctx, { params }) => Orders.get(ctx, params.id))
}
