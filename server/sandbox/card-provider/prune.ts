/** Deletes old data, as Stripe does. */
import { and, isNull, lt } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { events, idempotency } from './card-sandbox.table.ts'
import { now } from './ids.ts'

const HOUR = 60 * 60

/** "After they're at least 24 hours old". Source: https://docs.stripe.com/api/idempotent_requests */
const KEY_HOURS = 24

/** "Access to events … is guaranteed only for 30 days". Source: https://docs.stripe.com/api/events */
const EVENT_DAYS = 30

/** Deletes idempotency keys after a day, and events after a month unless they are still to be delivered. */
export async function prune(db: Database): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.created, now() - KEY_HOURS * HOUR))
  await db.delete(events).where(and(isNull(events.nextTry), lt(events.created, now() - EVENT_DAYS * 24 * HOUR)))
}
