import type { Domain } from '../domain.ts'
import { writtenPagesRoutes } from './pages.routes.ts'

export const pages: Domain = {
  routes: writtenPagesRoutes,
}
