import type { Domain } from '../domain.ts'
import { INVITATION } from './invitations.emails.ts'
import { invitationsRoutes } from './invitations.routes.ts'
import * as Invitations from './invitations.ts'

export const invitations: Domain = {
  routes: (serve, { rateLimiter }) => invitationsRoutes(serve, rateLimiter),
  emails: { Accounts: [INVITATION] },
  forget: (tx, { user }) => Invitations.endAll(tx, user),
  tables: { leftOut: { 'public.invitations': 'links that make users' } },
}
