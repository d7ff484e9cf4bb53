import { api } from '#contract/api.ts'
import { confirm } from '../runs/minimum.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as OwnClasses from './own-classes.ts'
import * as RunEditing from './run-editing.ts'
import * as RunSale from './run-sale.ts'

export function editingRoutes(serve: Serve): void {
  serve(api.addClass, async (ctx, { body }) => ({ insertedId: await OwnClasses.add(ctx, body) }))
  serve(api.changeClass, async (ctx, { params, body }, options) => ({
    modifiedCount: await OwnClasses.change(ctx, params.id, body, options),
  }))
  serve(api.deleteClass, async (ctx, { params }) => ({ deletedCount: await OwnClasses.remove(ctx, params.id) }))
  serve(api.listRuns, (ctx, { params }) => RunEditing.list(ctx, params.id))
  serve(api.listOwnRuns, (ctx) => RunEditing.listOwn(ctx))
  serve(api.listOverlaps, (ctx, { params, body }) => RunEditing.listOverlaps(ctx, params.id, body))
  serve(api.confirmRun, async (ctx, { params }) => ({ modifiedCount: await confirm(ctx, params.id) }))
  serve(api.addRun, async (ctx, { params, body }) => ({ insertedId: await RunEditing.add(ctx, params.id, body) }))
  serve(api.changeRun, async (ctx, { params, body }, options) => ({
    modifiedCount: await RunEditing.change(ctx, params.id, body, options),
  }))
  serve(api.cancelRun, async (ctx, { params }) => ({ modifiedCount: await RunSale.cancel(ctx, params.id) }))
  serve(api.closeRun, async (ctx, { params }) => ({ modifiedCount: await RunSale.close(ctx, params.id) }))
}
