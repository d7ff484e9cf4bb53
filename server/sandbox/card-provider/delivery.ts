/** The sandbox's background work: delivers events, settles refunds and deletes old data. */

import { and, isNull, lt } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { events, idempotency } from './card-sandbox.table.ts'
import { now } from './ids.ts'
import { settleDue } from './refunds.ts'
import { type DeliverWebhook, deliverDue } from './webhook-events.ts'

const POLL_MS = 1_000
const PRUNE_MS = 60 * 60 * 1_000

/** Runs one round at a time: every second, and at once after a change. */
export class Delivery {
  readonly #round: (send: DeliverWebhook) => Promise<void>
  #send: DeliverWebhook | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #isWoken = false
  #nextPrune = 0

  constructor(db: Database, webhookSecret: string, onError: (error: unknown) => void) {
    this.#round = async (send) => {
      try {
        await this.#pruneIfDue(db)
        await settleDue(db)
        await deliverDue(db, webhookSecret, send)
      } catch (error) {
        onError(error)
      }
    }
  }

  start(send: DeliverWebhook): void {
    this.#send = send
    this.#timer = setInterval(() => this.wake(), POLL_MS)
  }

  wake(): void {
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#send = null
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#send && this.#isWoken) {
      this.#isWoken = false
      await this.#round(this.#send)
    }
  }

  async #pruneIfDue(db: Database): Promise<void> {
    if (Date.now() < this.#nextPrune) return
    this.#nextPrune = Date.now() + PRUNE_MS
    await prune(db)
  }
}

const HOUR = 60 * 60

/** "After they're at least 24 hours old". Source: https://docs.stripe.com/api/idempotent_requests */
const KEY_HOURS = 24

/** "Access to events … is guaranteed only for 30 days". Source: https://docs.stripe.com/api/events */
const EVENT_DAYS = 30

/** Deletes idempotency keys after a day, and events after a month unless they are still to be delivered, as Stripe does. */
export async function prune(db: Database): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.created, now() - KEY_HOURS * HOUR))
  await db.delete(events).where(and(isNull(events.nextTry), lt(events.created, now() - EVENT_DAYS * 24 * HOUR)))
}
