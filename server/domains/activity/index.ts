import { api } from '#contract/api.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Domain } from '../domain.ts'
import { ACTIVITY_EXPORTS } from './activity.table.ts'
import * as Activity from './activity.ts'

export const activity: Domain = {
  routes: (serve) => serve(api.listActivity, ({ db }, { query }) => Activity.list(db, toFirstPage(query))),
  tables: { exported: ACTIVITY_EXPORTS },
}
