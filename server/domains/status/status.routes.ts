import { api } from '#contract/api.ts'
import * as TimeChecks from '#server/domains/calendar/time-checks.ts'
import type { Serve } from '#server/ports/serve.ts'
import type { Settings } from '#server/settings/settings.ts'
import * as Status from './status.ts'

export function statusRoutes(serve: Serve, settings: Settings): void {
  serve(api.getStatus, (ctx) => Status.read(ctx, settings))
  serve(api.dismissTimeCheck, async (ctx, { params }) => ({
    deletedCount: await TimeChecks.dismiss(ctx.db, params.id),
  }))
  serve(api.retryJob, async (ctx, { params }) => ({ modifiedCount: await Status.retryJob(ctx, params.id) }))
}
