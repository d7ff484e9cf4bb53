import type { Domain } from '../domain.ts'
import { NEWSLETTER_EMAILS } from './newsletter.emails.ts'
import { newsletterForms, newsletterRoutes } from './newsletter.routes.ts'
import { NEWSLETTER_EXPORTS } from './newsletter.table.ts'
import * as Newsletter from './newsletter.ts'

export const newsletter: Domain = {
  routes: (serve, { newsletterLinks }) => newsletterRoutes(serve, newsletterLinks),
  mount: (app, { services, newsletterLinks }) => newsletterForms(app, { db: services.db, links: newsletterLinks }),
  emails: { 'Newsletter and messages': NEWSLETTER_EMAILS },
  async forget(tx, { user }) {
    if (user.emailConfirmed) await Newsletter.forget(tx, user.email)
  },
  tables: { exported: NEWSLETTER_EXPORTS },
}
