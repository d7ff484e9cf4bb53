import { type Domain, defineJob, HOUR_MS } from '../domain.ts'
import { deliver, removeOldDeliveries } from './deliveries.ts'
import { deliverWebhook } from './emit.ts'
import { WEBHOOK_DISABLED } from './webhooks.emails.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

export const webhooks: Domain = {
  routes: (serve, { webhooks: parts }) => webhooksRoutes(serve, parts),
  jobs: [
    defineJob(deliverWebhook, ({ services, webhooks: parts }, { messageId }) => deliver(services, parts, messageId)),
  ],
  emails: { 'For the school': [WEBHOOK_DISABLED] },
  every: [
    {
      everyMs: HOUR_MS,
      run: ({ db }) => removeOldDeliveries(db),
      failure: 'old deliveries could not be removed',
    },
  ],
}
