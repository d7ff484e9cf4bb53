import type { Domain } from '../domain.ts'
import { materialsRoutes } from './materials.routes.ts'
import { MATERIAL_EXPORTS } from './materials.table.ts'

export const materials: Domain = {
  routes: materialsRoutes,
  tables: { exported: MATERIAL_EXPORTS },
}
