import type { Domain } from '../domain.ts'
import { profilesRoutes } from './profiles.routes.ts'
import { PROFILE_EXPORTS, profiles as table } from './profiles.table.ts'
import * as Profiles from './profiles.ts'

export const profiles: Domain = {
  routes: profilesRoutes,
  forget: (tx, { user }) => Profiles.forget(tx, user.id),
  data: async (ctx) => ({ instructor_profile: await Profiles.readOwn(ctx) }),
  tables: { exported: PROFILE_EXPORTS },
  images: [table.portrait],
}
