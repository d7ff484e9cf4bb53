import type { Domain } from '../domain.ts'
import { TEST_EMAIL } from './checklist.ts'
import { setupRoutes } from './setup.routes.ts'

export const setup: Domain = {
  routes: (serve, { settings, listExamples }) =>
    setupRoutes(serve, { variables: settings.schoolVariables, listExamples }, settings),
  emails: { 'For the school': [TEST_EMAIL] },
  tables: {
    unexported: { 'public.checklist': 'what the first admin has done' },
    leftOut: { 'public.setup_links': 'links that make a first admin' },
  },
}
