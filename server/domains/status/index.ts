import type { Domain } from '../domain.ts'
import { statusRoutes } from './status.routes.ts'

export const status: Domain = {
  routes: (serve, { settings }) => statusRoutes(serve, settings),
}
