import type { WebhookEvent } from '#contract/webhooks.ts'

/** What has happened, beside the event's name. */
export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'class.approved': 'A class is approved',
  'enrollment.created': 'A student is enrolled',
  'payment.refunded': 'A payment is refunded',
  'run.changed': 'A date is added, changed, confirmed or canceled',
}
