import type { WebhookEvent } from '#contract/webhooks.ts'

/** Descriptions of events, beside their names. */
export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'class.approved': 'A class is approved',
  'enrollment.created': 'A student is enrolled',
  'payment.refunded': 'A payment is refunded',
  'run.changed': 'A date is added, changed, confirmed or canceled',
}
