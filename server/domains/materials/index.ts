import type { Domain } from '../domain.ts'
import { materialsRoutes } from './materials.routes.ts'

export const materials: Domain = {
  routes: materialsRoutes,
}
