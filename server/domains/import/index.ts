import { type Domain, HOUR_MS } from '../domain.ts'
import { importRoutes, importUploadRoutes } from './import.routes.ts'
import { removeOldImports } from './removal.ts'

export const imports: Domain = {
  routes: importRoutes,
  uploads: importUploadRoutes,
  every: [{ everyMs: HOUR_MS, run: ({ db }) => removeOldImports(db), failure: 'old imports could not be removed' }],
}
