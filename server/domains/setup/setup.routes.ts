import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { SchoolVariables } from '#server/settings/school.ts'
import type { ListExamples } from './example-classes.ts'
import { readDefaults, setUp } from './setup.ts'

export function setupRoutes(serve: Serve, variables: SchoolVariables, listExamples: ListExamples): void {
  serve(api.checkSetupLink, (ctx, { body }) => readDefaults(ctx, variables, body.token))

  serve(api.setUpSchool, async (ctx, { body }) => {
    await setUp(ctx, variables, listExamples, body)
    return { created: true } as const
  })
}
