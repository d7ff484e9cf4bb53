import type { Domain } from '../domain.ts'
import { emailsRoutes } from './emails.routes.ts'

export const emails: Domain = {
  routes: (serve, { emails: groups }) => emailsRoutes(serve, groups),
}
