/**
 * A pretend card provider: a stateful subset of Stripe's API that the official SDK talks to over a loopback port, so that the
 * real code path runs without an account. Its state is in the database; it takes no real card and moves no money.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import type { Database } from '#server/database/database.ts'
import { keyTextFor } from '#server/secrets.ts'
import { browserApi } from './browser-api.ts'
import { Delivery } from './delivery.ts'
import type { Send } from './notices.ts'
import { providerApi } from './provider-api.ts'

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

export interface Keys {
  secretKey: string
  webhookSecret: string
}

/** Opens the sandbox for this school, with keys that are derived from `secret`. */
export function openCardSandbox(db: Database, secret: string, onError: (error: unknown) => void): Promise<CardSandbox> {
  const secretKey = `sk_test_sandbox_${keyTextFor('card sandbox: secret key', secret)}`
  const webhookSecret = `whsec_${keyTextFor('card sandbox: webhook', secret)}`
  return openProvider(db, { secretKey, webhookSecret }, onError)
}

/** Opens the sandbox on a free loopback port, for whoever has these keys. */
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
  const stripe = new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 2,
  })
  return {
    stripe,
    webhookSecret,
    mount: (app) => app.register(browserApi, { prefix: '/card-sandbox', db, onChange }),
    deliver: (send) => delivery.start(send),
    async close() {
      await delivery.stop()
      await provider.close()
    },
  }
}
