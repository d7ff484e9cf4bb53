import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Terms from './terms.ts'

export function termsRoutes(serve: Serve): void {
  serve(api.listTerms, (ctx) => Terms.list(ctx))
  serve(api.addTerms, async (ctx, { body }) => ({ insertedId: await Terms.add(ctx, body) }))
  serve(api.changeTerms, async (ctx, { params, body }, options) => ({
    modifiedCount: await Terms.change(ctx, params.id, body, options),
  }))
  serve(api.deleteTerms, async (ctx, { params }) => ({ deletedCount: await Terms.remove(ctx, params.id) }))
}
