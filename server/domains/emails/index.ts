import type { Domain } from '../domain.ts'
import { emailsRoutes } from './emails.routes.ts'
import { EMAIL_EXPORTS } from './emails.table.ts'

export const emails: Domain = {
  routes: (serve, { emails: groups }) => emailsRoutes(serve, groups),
  tables: { exported: EMAIL_EXPORTS },
}
