import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as School from './school.ts'

export function schoolRoutes(serve: Serve): void {
  serve(api.getSchool, (ctx) => School.read(ctx))
  serve(api.listCurrencies, async () => School.listCurrencies())
  serve(api.changeSchool, async (ctx, { body }, options) => ({
    modifiedCount: await School.change(ctx, body, options),
  }))
}
