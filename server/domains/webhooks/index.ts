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
      run: ({ services }) => removeOldDeliveries(services.db),
      failure: 'old deliveries could not be removed',
    },
  ],
  tables: {
    unexported: {
      'public.webhooks': 'URLs that may have secrets',
      'public.webhook_messages': 'messages to webhooks',
      'public.webhook_deliveries': 'attempts to deliver these messages',
    },
  },
}
