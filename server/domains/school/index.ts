import type { Domain } from '../domain.ts'
import { schoolRoutes } from './school.routes.ts'

export const school: Domain = {
  routes: schoolRoutes,
}
