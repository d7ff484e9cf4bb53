/** Events, which the webhook receives and the API lists. Source: https://docs.stripe.com/api/events */
import { and, desc, eq, type SQL } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'
import { events } from './card-sandbox.table.ts'
import { noSuch } from './errors.ts'
import { newId, now } from './ids.ts'
import { isOnPage, type Paging, toPage } from './lists.ts'

/** Every type of event that the sandbox creates. */
export type EventType =
  | Stripe.PaymentIntentCreatedEvent
  | Stripe.PaymentIntentRequiresActionEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentCanceledEvent
  | Stripe.ChargeSucceededEvent
  | Stripe.ChargeFailedEvent
  | Stripe.ChargeRefundedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeClosedEvent
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent

type Row = typeof events.$inferSelect

/** The part of an event that differs by type. */
export type NewEvent<E = EventType> = E extends EventType ? Pick<E, 'type' | 'data'> : never

/** Events that the webhook endpoint has not chosen. Source: docs/stripe.md */
const NOT_SENT = new Set<EventType['type']>([
  'payment_intent.created',
  'payment_intent.requires_action',
  'charge.succeeded',
  'charge.failed',
])

/** Records events in the transaction that causes them. They are delivered after the commit, as far as the webhook endpoint has chosen them. */
export async function recordEvents(tx: Database, ...newEvents: NewEvent[]): Promise<void> {
  const created = now()
  const rows = newEvents.map((newEvent) => {
    const id = newId('evt')
    const isSent = !NOT_SENT.has(newEvent.type)
    const event: EventType = {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created,
      livemode: false,
      pending_webhooks: isSent ? 1 : 0,
      request: null,
      ...newEvent,
    }
    return { id, type: newEvent.type, event, created, nextTry: isSent ? Date.now() : null }
  })
  await tx.insert(events).values(rows)
}

/** Returns an event with the number of webhooks that have not received it yet. */
export function toResponse({ event, nextTry }: Pick<Row, 'event' | 'nextTry'>): Stripe.Event {
  return { ...event, pending_webhooks: nextTry === null ? 0 : 1 }
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  if (!row) throw noSuch('event', id)
  return row
}

/** Returns a page of events, newest first. `type` limits it to one type. */
export async function list(db: Database, paging: Paging, type?: string): Promise<Stripe.ApiList<Stripe.Event>> {
  const after = paging.starting_after ? await retrieve(db, paging.starting_after) : undefined
  const isOfType: SQL | undefined = type === undefined ? undefined : eq(events.type, type)
  const rows = await db
    .select()
    .from(events)
    .where(and(isOfType, isOnPage(events, paging, after)))
    .orderBy(desc(events.created), desc(events.id))
    .limit(paging.limit + 1)
  return toPage(rows.map(toResponse), paging, '/v1/events')
}
