import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Materials from './materials.ts'

export function materialsRoutes(serve: Serve): void {
  serve(api.getMaterial, (ctx, { params }) => Materials.get(ctx, params.id))
  serve(api.changeMaterial, async (ctx, { params, body }, options) => ({
    modifiedCount: await Materials.save(ctx, params.id, body, options),
  }))
}
