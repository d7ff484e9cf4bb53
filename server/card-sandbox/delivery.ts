/** What the sandbox does by itself: events go out, banks answer refunds, old things are forgotten. */
import type { Database } from '#server/database/database.ts'
import { deliverDue, type Send } from './notices.ts'
import { prune } from './prune.ts'
import { settleDue } from './refunds.ts'

const POLL_MS = 1_000
const PRUNE_MS = 60 * 60 * 1_000

/** One round at a time: every second, and at once when something has happened. */
export class Delivery {
  readonly #round: (send: Send) => Promise<void>
  #send: Send | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #wokenMeanwhile = false
  #nextPrune = 0

  constructor(db: Database, webhookSecret: string, onError: (error: unknown) => void) {
    this.#round = async (send) => {
      try {
        await this.#pruneNowAndThen(db)
        await settleDue(db)
        await deliverDue(db, webhookSecret, send)
      } catch (error) {
        onError(error)
      }
    }
  }

  start(send: Send): void {
    this.#send = send
    this.#timer = setInterval(() => this.wake(), POLL_MS)
  }

  wake(): void {
    this.#wokenMeanwhile = true
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
    while (this.#send && this.#wokenMeanwhile) {
      this.#wokenMeanwhile = false
      await this.#round(this.#send)
    }
  }

  async #pruneNowAndThen(db: Database): Promise<void> {
    if (Date.now() < this.#nextPrune) return
    this.#nextPrune = Date.now() + PRUNE_MS
    await prune(db)
  }
}
