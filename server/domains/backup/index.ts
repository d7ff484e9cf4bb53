import type { Domain } from '../domain.ts'
import { backupRoutes, exportRoute } from './backup.routes.ts'

export const backup: Domain = {
  routes: (serve, { exportLinks }) => backupRoutes(serve, exportLinks),
  mount: exportRoute,
}
