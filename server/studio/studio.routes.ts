import { api } from '#contract/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { figures } from './figures.ts'
import * as Material from './material.ts'
import * as Students from './students.ts'
import * as Studio from './studio.ts'

export function studioRoutes(serve: Serve): void {
  serve(api.addClass, async (ctx, { body }) => ({ insertedId: await Studio.add(ctx, body) }))
  serve(api.changeClass, async (ctx, { params, body }, options) => ({
    modifiedCount: await Studio.change(ctx, params.id, body, options),
  }))
  serve(api.deleteClass, async (ctx, { params }) => ({ deletedCount: await Studio.remove(ctx, params.id) }))
  serve(api.getMaterial, (ctx, { params }) => Material.get(ctx, params.id))
  serve(api.changeMaterial, async (ctx, { params, body }, options) => ({
    modifiedCount: await Material.change(ctx, params.id, body, options),
  }))
  serve(api.listStudents, (ctx, { params, query }) => Students.list(ctx, params.id, query))
  serve(api.writeToStudents, async (ctx, { params, body }) => ({
    sentCount: await Students.writeTo(ctx, params.id, body),
  }))
  serve(api.getStudioFigures, (ctx) => figures(ctx))
}
