import type { Domain } from '../domain.ts'
import { searchRoutes } from './search.routes.ts'

export const search: Domain = {
  routes: searchRoutes,
}
