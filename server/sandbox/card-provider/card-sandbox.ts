/**
 * The card provider of the demo: a stateful subset of Stripe's API on a loopback port, which the official SDK calls. It runs the
 * real code path without an account. Its state is in the database. It accepts no real card and moves no money.
 */
import type { AddressInfo } from 'node:net'
import { and, isNull, lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database.ts'
import { deriveKeyText } from '#server/platform/secrets.ts'
import { events, idempotency } from './card-sandbox.table.ts'
import * as Confirm from './confirm.ts'
import { now } from './ids.ts'
import * as Intents from './intents.ts'
import { providerApi } from './provider-api.ts'
import { settleDue } from './refunds.ts'
import { configureRequests, parse } from './requests.ts'
import { type DeliverWebhook, deliverDue } from './webhook-events.ts'

export interface CardSandbox {
  /** The official SDK, configured for the sandbox. */
  stripe: Stripe
  webhookSecret: string
  /** Serves the API of the card form under /card-sandbox. */
  mount(app: FastifyInstance): void
  /** Starts to deliver events through `send`, until the sandbox is closed. */
  deliver(send: DeliverWebhook): void
  close(): Promise<void>
}

export interface Keys {
  secretKey: string
  webhookSecret: string
}

/** Opens the sandbox with keys that are derived from `secret`. */
export function openCardSandbox(db: Database, secret: string, onError: (error: unknown) => void): Promise<CardSandbox> {
  const secretKey = `sk_test_sandbox_${deriveKeyText('card sandbox: secret key', secret)}`
  const webhookSecret = `whsec_${deriveKeyText('card sandbox: webhook', secret)}`
  return openProvider(db, { secretKey, webhookSecret }, onError)
}

/** Opens the sandbox on a free loopback port, with the given keys. */
export async function openProvider(
  db: Database,
  { secretKey, webhookSecret }: Keys,
  onError: (error: unknown) => void,
): Promise<CardSandbox> {
  const delivery = new Delivery(db, webhookSecret, onError)
  const onChange = () => delivery.wake()
  const provider = providerApi(db, secretKey, onChange)
  await provider.listen({ host: '127.0.0.1', port: 0 })
  const { port } = provider.server.address() as AddressInfo
  return {
    stripe: createClient(secretKey, port),
    webhookSecret,
    mount: (app) => app.register(browserApi, { prefix: '/card-sandbox', db, onChange }),
    deliver: (send) => delivery.start(send),
    async close() {
      await delivery.stop()
      await provider.close()
    },
  }
}

function createClient(secretKey: string, port: number): Stripe {
  return new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 2,
  })
}

const Confirmation = z.object({
  client_secret: z.string(),
  payment_method_data: z.object({
    card: z.object({
      number: z.string().transform((number) => number.replaceAll(' ', '')),
      exp_month: z.coerce.number().int().min(1).max(12),
      exp_year: z.coerce
        .number()
        .int()
        .transform((year) => (year < 100 ? 2000 + year : year)),
      cvc: z.string(),
    }),
    billing_details: z.object({ email: z.string().optional(), name: z.string().optional() }).default({}),
  }),
})
const Authentication = z.object({ client_secret: z.string(), result: z.enum(['complete', 'fail']) })
const Secret = z.object({ client_secret: z.string() })

type ById = { Params: { id: string } }

/** The API of the card form, for the holder of a client secret. Source: https://docs.stripe.com/js/payment_intents. `onChange` is called after each POST. */
async function browserApi(app: FastifyInstance, { db, onChange }: { db: Database; onChange: () => void }) {
  configureRequests(app)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.addHook('onResponse', async ({ method }) => void (method === 'POST' && onChange()))
  const schema = { hide: true }
  app.get<ById>('/v1/payment_intents/:id', { schema }, async ({ params, query }) => {
    const { client_secret } = parse(Secret, query)
    return Intents.toResponse(await Confirm.retrieve(db, params.id, client_secret))
  })
  app.post<ById>('/v1/payment_intents/:id/confirm', { schema }, async ({ params, body }) => {
    const { client_secret: clientSecret, payment_method_data } = parse(Confirmation, body)
    const { card, billing_details } = payment_method_data
    const { email = null, name = null } = billing_details
    return Intents.toResponse(await Confirm.confirm(db, params.id, { clientSecret, card, email, name }))
  })
  app.post<ById>('/v1/payment_intents/:id/authenticate', { schema }, async ({ params, body }) => {
    const { client_secret: clientSecret, result } = parse(Authentication, body)
    return Intents.toResponse(
      await Confirm.authenticate(db, params.id, { clientSecret, passed: result === 'complete' }),
    )
  })
}

const POLL_MS = 1_000
const PRUNE_MS = 60 * 60 * 1_000

/** Delivers events, settles refunds and deletes old data, one round at a time: every second, and at once after a change. */
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
