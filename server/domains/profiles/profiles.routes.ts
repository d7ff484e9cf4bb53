import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Profiles from './profiles.ts'

export function profilesRoutes(serve: Serve): void {
  serve(api.getInstructorProfile, (ctx, { params }) => Profiles.get(ctx, params.id))
  serve(api.changeInstructorProfile, async (ctx, { params, body }, options) => ({
    modifiedCount: await Profiles.change(ctx, params.id, body, options),
  }))
}
