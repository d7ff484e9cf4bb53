import type { Domain } from '../domain.ts'
import { setupRoutes } from './setup.routes.ts'

export const setup: Domain = {
  routes: (serve, { settings, listExamples }) =>
    setupRoutes(serve, { variables: settings.schoolVariables, listExamples }),
  tables: { leftOut: { 'public.setup_links': 'links that make a first admin' } },
}
