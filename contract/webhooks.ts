/** Webhooks: the server tells other programs what has happened, signed by Standard Webhooks 1.0. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Deleted, Id, Modified, Text, Timestamp } from './values/fields.ts'
import { MAX_URL_LENGTH, MAX_WEBHOOKS, WEBHOOK_LOG_DAYS } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

export const WEBHOOK_EVENTS = [
  'class.approved',
  'enrollment.created',
  'order.completed',
  'payment.refunded',
  'refund.sent',
  'run.changed',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  created_at: Timestamp,
  /** The first failed delivery since the last success. */
  failing_since: Timestamp.nullable(),
  /** Time at which it was disabled, by an admin or because it failed for days. It gets nothing then. */
  disabled_at: Timestamp.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** The secret that verifies the signatures (`whsec_…`). It is shown once. */
export const WebhookSecret = z.object({ secret: z.string() })
export const CreatedWebhook = Webhook.extend(WebhookSecret.shape)

const WebhookUrl = Text.trim().min(1, 'URL is required').max(MAX_URL_LENGTH)
const WebhookEvents = z
  .array(WebhookEvent)
  .min(1, 'Choose at least one event')
  .max(50)
  .transform((events) => [...new Set(events)])

export const NewWebhook = z.object({ url: WebhookUrl, events: WebhookEvents })
export type NewWebhook = z.infer<typeof NewWebhook>

/** Absent fields stay as they are. */
export const WebhookChange = NewWebhook.partial().extend({ enabled: z.boolean().optional() })
export type WebhookChange = z.infer<typeof WebhookChange>

/** One attempt to deliver a message. */
export const WebhookDelivery = z.object({
  _id: Id,
  /** The `webhook-id` header: the same in all attempts, so that a receiver can ignore what it already has. */
  message_id: z.string(),
  type: WebhookEvent,
  /** Counts the attempts of the message from 1. */
  attempt: z.int(),
  /** The HTTP status of the response; null where none arrived. */
  status: z.int().nullable(),
  /** The error of the attempt; null for a success. */
  problem: z.string().nullable(),
  /** Milliseconds. */
  duration: z.int(),
  created_at: Timestamp,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** `q` searches the event and the problem. */
export const WebhookDeliveriesQuery = listQuery(['created_at'])
export type WebhookDeliveriesQuery = z.infer<typeof WebhookDeliveriesQuery>

export const webhooksEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listWebhooks: endpoint({
    method: 'GET',
    path: '/webhooks',
    summary: 'Lists the webhooks of the school, newest first, without their secrets.',
    access: 'admin',
    response: z.array(Webhook),
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/webhooks',
    summary: `Adds a webhook at a public https URL, and returns its secret. There are at most ${MAX_WEBHOOKS}.`,
    access: 'admin',
    recentSignIn: true,
    body: NewWebhook,
    response: CreatedWebhook,
    rateLimit: { max: 60, minutes: 60 },
  }),
  changeWebhook: endpoint({
    method: 'PATCH',
    path: '/webhook/{id}',
    summary: 'Changes the URL or the events of a webhook, disables it, or enables it again.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    body: WebhookChange,
    response: Modified,
    rateLimit: { max: 60, minutes: 60 },
  }),
  rotateWebhookSecret: endpoint({
    method: 'POST',
    path: '/webhook/{id}/secret',
    summary: 'Replaces the secret of a webhook. For a day, messages are signed with the former one as well.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: WebhookSecret,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/webhook/{id}',
    summary: 'Deletes a webhook with its deliveries.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Deleted,
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/webhook/{id}/deliveries',
    summary: `Lists the attempts to deliver messages to a webhook in the last ${WEBHOOK_LOG_DAYS} days, newest first.`,
    access: 'admin',
    params: ById,
    query: WebhookDeliveriesQuery,
    response: z.array(WebhookDelivery),
    paged: true,
  }),
  sendWebhookAgain: endpoint({
    method: 'POST',
    path: '/webhook-delivery/{id}/repetition',
    summary: "Sends the message of a delivery again, with the same `webhook-id`, to the webhook's present URL.",
    access: 'admin',
    params: ById,
    response: Modified,
    rateLimit: { max: 60, minutes: 10 },
  }),
}))
