import { type Domain, HOUR_MS } from '../domain.ts'
import { removeUnfinished } from './material-files.ts'
import { classFileRoutes, materialsRoutes, materialsUploads } from './materials.routes.ts'
import { MATERIAL_EXPORTS } from './materials.table.ts'

export const materials: Domain = {
  routes: materialsRoutes,
  uploads: materialsUploads,
  mount: classFileRoutes,
  every: [
    {
      everyMs: HOUR_MS,
      run: ({ services }) => removeUnfinished(services),
      failure: 'unfinished files of material could not be removed',
    },
  ],
  tables: { exported: MATERIAL_EXPORTS },
}
