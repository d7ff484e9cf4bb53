import type { Domain } from '../domain.ts'
import { termsRoutes } from './terms.routes.ts'
import { TERMS_EXPORTS } from './terms.table.ts'

export const terms: Domain = {
  routes: termsRoutes,
  tables: { exported: TERMS_EXPORTS },
}
