import { api } from '#contract/api.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Waiting from './waiting.ts'

export function waitingRoutes(serve: Serve): void {
  serve(api.joinWaitingList, async (ctx, { params, body }) => ({
    insertedId: await Waiting.join(ctx, params.id, body?.seats ?? 1),
  }))
  serve(api.listOwnWaiting, (ctx) => Waiting.listOwn(ctx))
  serve(api.leaveWaitingList, async (ctx, { params }) => ({ deletedCount: await Waiting.leave(ctx, params.id) }))
  serve(api.changeWaitingSeats, async (ctx, { params, body }) => ({
    modifiedCount: await Waiting.changeNumber(ctx, params.id, body.seats),
  }))
  serve(api.declineOffer, async (ctx, { params }) => ({ modifiedCount: await Waiting.decline(ctx, params.id) }))
  serve(api.listWaiting, (ctx, { params, query }) => Waiting.list(ctx, params.id, toFirstPage(query)))
  serve(api.offerOutOfOrder, async (ctx, { params, body }) => ({
    modifiedCount: await Waiting.offerOutOfOrder(ctx, params.id, body.reason),
  }))
}
