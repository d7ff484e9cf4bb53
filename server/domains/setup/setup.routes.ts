import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { Settings } from '#server/settings/settings.ts'
import { putAway, readChecklist, sendTestEmail } from './checklist.ts'
import type { SetupSources } from './create-school.ts'
import { claimSchool, readDefaults, setUp } from './setup.ts'

export function setupRoutes(serve: Serve, sources: SetupSources, settings: Pick<Settings, 'cards' | 'mail'>): void {
  serve(api.checkSetupLink, (ctx, { body }) => readDefaults(ctx, sources.variables, body.token))

  serve(api.setUpSchool, async (ctx, { body }) => {
    await setUp(ctx, sources, body)
    return { created: true } as const
  })

  serve(api.claimSchool, async (ctx, { body }) => {
    await claimSchool(ctx, sources, ctx.proof, body)
    return { created: true } as const
  })

  serve(api.getChecklist, ({ db }) => readChecklist(db, settings))
  serve(api.dismissChecklist, async ({ db }) => ({ deletedCount: await putAway(db) }))
  serve(api.sendTestEmail, async (ctx) => ({ sent_to: await sendTestEmail(ctx) }))
}
