import { type Domain, HOUR_MS } from '../domain.ts'
import { importRoutes, importUploadRoutes } from './import.routes.ts'
import { removeOldImports } from './removal.ts'

export const imports: Domain = {
  routes: importRoutes,
  uploads: importUploadRoutes,
  every: [
    {
      everyMs: HOUR_MS,
      run: ({ services }) => removeOldImports(services.db),
      failure: 'old imports could not be removed',
    },
  ],
  tables: {
    leftOut: {
      'public.imports': 'files that wait to be imported, for a day',
      'public.import_rows': 'the rows of these files',
    },
  },
}
