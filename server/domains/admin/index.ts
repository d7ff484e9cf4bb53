import type { Domain } from '../domain.ts'
import { adminRoutes } from './admin.routes.ts'
import { TEST_EMAIL } from './checklist.ts'

export const admin: Domain = {
  routes: (serve, { settings }) => adminRoutes(serve, settings),
  emails: { 'For the school': [TEST_EMAIL] },
  tables: { unexported: { 'public.checklist': 'what the first admin has done' } },
}
