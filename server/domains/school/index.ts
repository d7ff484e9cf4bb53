import type { Domain } from '../domain.ts'
import { schoolRoutes } from './school.routes.ts'
import { SCHOOL_EXPORTS, school as table } from './school.table.ts'

export const school: Domain = {
  routes: schoolRoutes,
  tables: { exported: SCHOOL_EXPORTS },
  images: [table.logo, table.logo_dark, table.favicon],
}
