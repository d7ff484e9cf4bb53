import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { Settings } from '#server/settings/settings.ts'
import * as Status from './status.ts'

export function statusRoutes(serve: Serve, settings: Settings): void {
  serve(api.getStatus, (ctx) => Status.read(ctx, settings))
  serve(api.retryJob, async (ctx, { params }) => ({ modifiedCount: await Status.retryJob(ctx, params.id) }))
}
