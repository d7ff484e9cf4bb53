/**
 * A pretend card provider: a stateful subset of Stripe's API that the official SDK talks to over a loopback port, so that the
 * real code path runs without an account. Its state is in the database; it takes no real card and moves no money.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import type { Database } from '#server/database/database.ts'
import { keyTextFor } from '#server/secrets.ts'
import { browserApi, providerApi } from './api.ts'
import { deliverDue, type Send } from './notices.ts'

const POLL_MS = 1_000

export interface CardSandbox {
  /** The official SDK, pointed at the sandbox. */
  stripe: Stripe
  webhookSecret: string
  /** Puts what the card form talks to under /card-sandbox. */
  mount(app: FastifyInstance): void
  /** Delivers events through `send` from now on, until it is closed. */
  deliver(send: Send): void
  close(): Promise<void>
}

/** Opens the sandbox on a free loopback port. Its keys are derived from `secret`. */
export async function openCardSandbox(
  db: Database,
  secret: string,
  onError: (error: unknown) => void,
): Promise<CardSandbox> {
  const secretKey = `sk_test_sandbox_${keyTextFor('card sandbox: secret key', secret)}`
  const webhookSecret = `whsec_${keyTextFor('card sandbox: webhook', secret)}`
  const provider = providerApi(db, secretKey)
  await provider.listen({ host: '127.0.0.1', port: 0 })
  const { port } = provider.server.address() as AddressInfo
  const delivery = new Delivery(db, webhookSecret, onError)
  return {
    stripe: new Stripe(secretKey, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 2,
    }),
    webhookSecret,
    mount: (app) => app.register(browserApi, { prefix: '/card-sandbox', db, onChange: () => delivery.wake() }),
    deliver: (send) => delivery.start(send),
    async close() {
      await delivery.stop()
      await provider.close()
    },
  }
}

/** One delivery at a time: every second, and at once when something has happened. */
class Delivery {
  readonly #deliver: (send: Send) => Promise<void>
  #send: Send | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #wokenMeanwhile = false

  constructor(db: Database, webhookSecret: string, onError: (error: unknown) => void) {
    this.#deliver = (send) => deliverDue(db, webhookSecret, send).catch(onError)
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
      await this.#deliver(this.#send)
    }
  }
}
