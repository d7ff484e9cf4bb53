/** Delivers the sandbox's events to our webhook: signed, and retried with growing pauses until the status is 2xx. */
import { createHmac } from 'node:crypto'
import { eq, inArray, lte, sql } from 'drizzle-orm'
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

/** Events that are claimed at once. */
const BATCH = 50

/** Delivers events that are due, one after the other. */
export async function deliverDue(db: Database, webhookSecret: string, send: DeliverWebhook): Promise<void> {
  const accepted: string[] = []
  for (const row of await claimDue(db)) if (await deliver(db, row, webhookSecret, send)) accepted.push(row.id)
  if (accepted.length > 0) await db.update(events).set({ nextTry: null }).where(inArray(events.id, accepted))
}

/** Returns the events of a batch in the order of their creation. */
async function claimDue(db: Database): Promise<Row[]> {
  const isDue = lte(events.nextTry, Date.now())
  const first = db.select({ id: events.id }).from(events).where(isDue).orderBy(events.nextTry, events.id).limit(BATCH)
  const due = db.$with('due').as(first.for('update', { skipLocked: true }))
  const claimed = await db
    .with(due)
    .update(events)
    .set({ nextTry: Date.now() + CLAIM_MS, tries: sql`${events.tries} + 1` })
    .where(inArray(events.id, db.select({ id: due.id }).from(due)))
    .returning()
  return claimed.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns whether an event was accepted. Otherwise it is delivered again after a pause. */
async function deliver(db: Database, row: Row, webhookSecret: string, send: DeliverWebhook): Promise<boolean> {
  const rawBody = JSON.stringify(toResponse(row))
  const status = await send(rawBody, sign(rawBody, webhookSecret))
  if (status >= 200 && status < 300) return true
  const pause = BACKOFFS[row.tries - 1]
  const nextTry = pause === undefined ? null : Date.now() + pause
  await db.update(events).set({ nextTry }).where(eq(events.id, row.id))
  return false
}

/** Returns the Stripe-Signature header. Source: https://docs.stripe.com/webhooks#verify-manually */
function sign(rawBody: string, webhookSecret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
