/** Delivers the sandbox's events to the school's webhook: signed, and again with growing pauses until it says 2xx. */
import { createHmac } from 'node:crypto'
import { and, eq, isNull, lte, not, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { events } from './card-sandbox.table.ts'
import { show } from './events.ts'

/** Pauses between tries, in milliseconds; after the last the event is given up. */
const PAUSES = [1_000, 5_000, 30_000, 300_000, 3_600_000, 3_600_000, 3_600_000]

/** While one instance delivers an event, others leave it alone for this long. */
const CLAIM_MS = 20_000

type Row = typeof events.$inferSelect

/** Sends a signed body to the webhook and answers the HTTP status, 0 where nobody answered. */
export type Send = (rawBody: string, signature: string) => Promise<number>

/** Delivers every event that is due now, one after the other. */
export async function deliverDue(db: Database, webhookSecret: string, send: Send): Promise<void> {
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

async function deliver(db: Database, row: Row, webhookSecret: string, send: Send): Promise<void> {
  const rawBody = JSON.stringify(show(row))
  const status = await send(rawBody, sign(rawBody, webhookSecret))
  const pause = PAUSES[row.tries - 1]
  const nextTry = (status >= 200 && status < 300) || pause === undefined ? null : Date.now() + pause
  await db.update(events).set({ nextTry }).where(eq(events.id, row.id))
}

/** The Stripe-Signature header. Source: https://docs.stripe.com/webhooks#verify-manually */
function sign(rawBody: string, webhookSecret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
