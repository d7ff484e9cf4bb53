/**
 * The card provider of the demo: a stateful subset of Stripe's API on a loopback port, which the official SDK calls. It runs the
 * real code path without an account. Its state is in the database. It accepts no real card and moves no money.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'
import { deriveKeyText } from '#server/platform/secrets.ts'
import { browserApi } from './browser-api.ts'
import { Delivery } from './delivery.ts'
import { providerApi } from './provider-api.ts'
import type { DeliverWebhook } from './webhook-events.ts'

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
