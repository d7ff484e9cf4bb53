import { api } from '#contract/api.ts'
import { checkClassPrice } from '#contract/class-price.ts'
import type { ClassChange, NewClass } from '#contract/classes.ts'
import type { NewRun, RunChange } from '#contract/runs.ts'
import { toMinor } from '#contract/values/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Context } from '#server/ports/context.ts'
import type { Serve } from '#server/ports/serve.ts'
import { confirm } from '../runs/minimum.ts'
import * as OwnClasses from './own-classes.ts'
import type { RunInput, RunInputChange } from './planned-run.ts'
import * as RunEditing from './run-editing.ts'
import * as RunSale from './run-sale.ts'

export function editingRoutes(serve: Serve): void {
  serve(api.addClass, async (ctx, { body }) => ({ insertedId: await OwnClasses.add(ctx, toClass(ctx, body)) }))
  serve(api.changeClass, async (ctx, { params, body }, options) => ({
    modifiedCount: await OwnClasses.change(ctx, params.id, toClass(ctx, body), options),
  }))
  serve(api.deleteClass, async (ctx, { params }) => ({ deletedCount: await OwnClasses.remove(ctx, params.id) }))
  serve(api.listRuns, (ctx, { params }) => RunEditing.list(ctx, params.id))
  serve(api.listOwnRuns, (ctx) => RunEditing.listOwn(ctx))
  serve(api.listOverlaps, (ctx, { params, body }) => RunEditing.listOverlaps(ctx, params.id, body))
  serve(api.confirmRun, async (ctx, { params }) => ({ modifiedCount: await confirm(ctx, params.id) }))
  serve(api.addRun, async (ctx, { params, body }) => ({
    insertedId: await RunEditing.add(ctx, params.id, toRun(ctx, body)),
  }))
  serve(api.changeRun, async (ctx, { params, body }, options) => ({
    modifiedCount: await RunEditing.change(ctx, params.id, toRun(ctx, body), options),
  }))
  serve(api.cancelRun, async (ctx, { params }) => ({ modifiedCount: await RunSale.cancel(ctx, params.id) }))
  serve(api.closeRun, async (ctx, { params }) => ({ modifiedCount: await RunSale.close(ctx, params.id) }))
}

type Currency = Pick<Context, 'currency'>

function toClass(ctx: Currency, body: NewClass): OwnClasses.NewFields
function toClass(ctx: Currency, body: ClassChange): OwnClasses.FieldChanges
function toClass(ctx: Currency, { className: name, classImage: image, price, terms_id, ...input }: ClassChange) {
  const { classImage2: image2, classImage3: image3, ...others } = input
  const further = { ...(image2 !== undefined && { image2 }), ...(image3 !== undefined && { image3 }) }
  const listPriceMinor = price === undefined ? undefined : readPrice(ctx, price)
  return {
    ...others,
    name,
    image,
    ...further,
    listPriceMinor,
    ...(terms_id === undefined ? {} : { termsId: terms_id }),
  }
}

function toRun(ctx: Currency, body: NewRun): RunInput
function toRun(ctx: Currency, body: RunChange): RunInputChange
function toRun(ctx: Currency, { price, ...others }: RunChange): RunInputChange {
  if (price === undefined) return others
  return { ...others, listPriceMinor: price === null ? null : readPrice(ctx, price) }
}

/** Converts a price from the major to the minor unit. @throws AppError INVALID_INPUT for one that cannot be charged */
function readPrice({ currency }: Currency, price: number): number {
  const problem = checkClassPrice(price, currency)
  const minor = toMinor(price, currency)
  if (problem !== null || minor === null) throw new AppError('INVALID_INPUT', problem ?? undefined)
  return minor
}
