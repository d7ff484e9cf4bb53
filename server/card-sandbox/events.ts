/** What happened, as events that are told to the webhook and can be asked for. Source: https://docs.stripe.com/api/events */
import { and, desc, eq, type SQL } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database } from '#server/database/database.ts'
import { events } from './card-sandbox.table.ts'
import { noSuch } from './errors.ts'
import { newId, now } from './ids.ts'
import { type Paging, pageOf, within } from './lists.ts'

/** Every kind of event that the sandbox tells of. */
export type Happened =
  | Stripe.PaymentIntentCreatedEvent
  | Stripe.PaymentIntentRequiresActionEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentCanceledEvent
  | Stripe.ChargeSucceededEvent
  | Stripe.ChargeFailedEvent
  | Stripe.ChargeRefundedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent

type Row = typeof events.$inferSelect

/** What an event is about; the rest of it is the same for each. */
type News<E = Happened> = E extends Happened ? Pick<E, 'type' | 'data'> : never

/** Notes an event in the transaction that brought it about; it is delivered after the commit. */
export async function tell(tx: Database, news: News): Promise<void> {
  const id = newId('evt')
  const created = now()
  const event: Happened = {
    id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...news,
  }
  await tx.insert(events).values({ id, type: news.type, event, created, nextTry: Date.now() })
}

/** An event as it was, with the number of webhooks that have not taken it yet. */
export function show({ event, nextTry }: Pick<Row, 'event' | 'nextTry'>): Stripe.Event {
  return { ...event, pending_webhooks: nextTry === null ? 0 : 1 }
}

export async function retrieve(db: Database, id: string): Promise<Row> {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  if (!row) throw noSuch('event', id)
  return row
}

/** Newest first, of one type if that is said. */
export async function list(db: Database, paging: Paging, type?: string): Promise<Stripe.ApiList<Stripe.Event>> {
  const after = paging.starting_after ? await retrieve(db, paging.starting_after) : undefined
  const ofType: SQL | undefined = type === undefined ? undefined : eq(events.type, type)
  const rows = await db
    .select()
    .from(events)
    .where(and(ofType, within(events, paging, after)))
    .orderBy(desc(events.created), desc(events.id))
    .limit(paging.limit + 1)
  return pageOf(rows.map(show), paging, '/v1/events')
}
