import type { Domain } from '../domain.ts'
import { backupRoutes, exportRoute } from './backup.routes.ts'

export const backup: Domain = {
  routes: (serve, { exportLinks }) => backupRoutes(serve, exportLinks),
  mount: exportRoute,
  tables: {
    leftOut: {
      'public.backups': 'when backups were taken',
      'public.restores': 'when this database was restored',
    },
  },
}
