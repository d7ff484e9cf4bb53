import { type Domain, defineJob, MINUTE_MS } from '../domain.ts'
import { notify, notifyJob } from './notices.ts'
import { sweep } from './offers.ts'
import { WAITING_EMAILS } from './waiting.emails.ts'
import { waitingRoutes } from './waiting.routes.ts'
import { WAITING_EXPORTS } from './waiting.table.ts'
import * as Waiting from './waiting.ts'

export const waiting: Domain = {
  routes: waitingRoutes,
  jobs: [defineJob(notifyJob, ({ services }, { runId }) => notify(services, runId))],
  emails: { 'Payments and seats': WAITING_EMAILS },
  every: [
    {
      everyMs: MINUTE_MS,
      run: ({ services }) => sweep(services),
      failure: 'expired offers of seats could not be ended',
    },
  ],
  forget: (tx, { user }) => Waiting.forget(tx, user.id),
  data: async (ctx) => ({ waiting: await Waiting.listOwn(ctx) }),
  tables: { exported: WAITING_EXPORTS },
}
