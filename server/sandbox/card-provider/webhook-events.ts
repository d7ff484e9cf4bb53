/** Delivers the sandbox's events to our webhook: signed, and retried with growing pauses until the status is 2xx. */
import { createHmac } from 'node:crypto'
import { and, eq, isNull, lte, not, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { events } from './card-sandbox.table.ts'
import { toResponse } from './events.ts'

/** Pauses between attempts, in milliseconds. After the last one the event is dropped. */
const BACKOFFS = [1_000, 5_000, 30_000, 300_000, 3_600_000, 3_600_000, 3_600_000]

/** The time for which an instance claims an event, so that others do not deliver it too. */
const CLAIM_MS = 20_000

type Row = typeof events.$inferSelect

/** Sends a signed body to the webhook. Returns the HTTP status, or 0 without a response. */
export type DeliverWebhook = (rawBody: string, signature: string) => Promise<number>

/** Delivers every event that is due, one after the other. */
export async function deliverDue(db: Database, webhookSecret: string, send: DeliverWebhook): Promise<void> {
  const isDue = and(not(isNull(events.nextTry)), lte(events.nextTry, Date.now()))
  const due = await db.select({ id: events.id }).from(events).where(isDue).orderBy(events.nextTry, events.id).limit(100)
  for (const { id } of due) {
    const claim = { nextTry: Date.now() + CLAIM_MS, tries: sql`${events.tries} + 1` }
    const [row] = await db
      .update(events)
      .set(claim)
      .where(and(eq(events.id, id), isDue))
      .returning()
    if (row) await deliver(db, row, webhookSecret, send)
  }
}

async function deliver(db: Database, row: Row, webhookSecret: string, send: DeliverWebhook): Promise<void> {
  const rawBody = JSON.stringify(toResponse(row))
  const status = await send(rawBody, sign(rawBody, webhookSecret))
  const pause = BACKOFFS[row.tries - 1]
  const nextTry = (status >= 200 && status < 300) || pause === undefined ? null : Date.now() + pause
  await db.update(events).set({ nextTry }).where(eq(events.id, row.id))
}

/** Returns the Stripe-Signature header. Source: https://docs.stripe.com/webhooks#verify-manually */
function sign(rawBody: string, webhookSecret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
