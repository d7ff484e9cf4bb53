import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { SchoolVariables } from '#server/settings/school.ts'
import { claimSchool, readDefaults, setUp } from './setup.ts'

export function setupRoutes(serve: Serve, variables: SchoolVariables): void {
  serve(api.checkSetupLink, (ctx, { body }) => readDefaults(ctx, variables, body.token))

  serve(api.setUpSchool, async (ctx, { body }) => {
    await setUp(ctx, variables, body)
    return { created: true } as const
  })

  serve(api.claimSchool, async (ctx, { body }) => {
    await claimSchool(ctx, variables, ctx.proof, body)
    return { created: true } as const
  })
}
