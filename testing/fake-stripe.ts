/**
 * A fake of Stripe: the card sandbox as a provider of its own, with its own database, API and browser API, so that an application
 * with `CARDS=stripe` works as with Stripe. The application reaches it through a proxy that can inject faults.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type Stripe from 'stripe'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { openProvider } from '../server/sandbox/card-provider/card-sandbox.ts'
import type { DeliverWebhook } from '../server/sandbox/card-provider/webhook-events.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { buildCardForm, intentIn, VALID_CARD } from './paying.ts'

export interface FakeStripe {
  /** The settings with which an application uses it as Stripe. */
  settings: Record<
    'CARDS' | 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API',
    string
  >
  /** Between the application and the provider: set its `fault`. */
  proxy: FaultProxy
  /** The provider's API without faults. */
  stripe: Stripe
  /** The API in which Stripe.js would confirm cards: `http://127.0.0.1:PORT`, with `/v1/payment_intents/…` below it. */
  browserApi: string
  /** Sends signed events through `send` from now on; `findWebhook(url)` creates one. */
  deliver(send: DeliverWebhook): void
  /** Delivery of webhook events: `held` are refused and sent again, `twice` are duplicated, `lost` never arrive. */
  webhooks: 'on' | 'held' | 'twice' | 'lost'
  /** Confirms a card as Stripe.js does. Returns the HTTP status. */
  confirm(clientSecret: string, number?: string): Promise<number>
  close(): Promise<void>
}

/** Opens a fake on a migrated database of its own; the caller closes the fake, which closes it. */
export async function openFakeStripe(connection: DatabaseConnection): Promise<FakeStripe> {
  const keys = { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` }
  const provider = await openProvider(connection.db, keys, (error) => console.error(error))
  const browser = Fastify()
  provider.mount(browser)
  await browser.listen({ host: '127.0.0.1', port: 0 })
  const { port } = browser.server.address() as AddressInfo
  const proxy = await openFaultProxy(Number(provider.stripe.getApiField('port')))
  const fake: FakeStripe = {
    settings: {
      CARDS: 'stripe',
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: `pk_test_${random()}`,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API: proxy.address,
    },
    proxy,
    stripe: provider.stripe,
    browserApi: `http://127.0.0.1:${port}/card-sandbox`,
    webhooks: 'on',
    deliver(send) {
      provider.deliver(async (body, signature) => {
        if (fake.webhooks === 'held') return 503
        if (fake.webhooks === 'lost') return 200
        if (fake.webhooks === 'twice') await send(body, signature)
        return send(body, signature)
      })
    },
    async confirm(clientSecret, number = VALID_CARD) {
      const url = `${fake.browserApi}/v1/payment_intents/${intentIn(clientSecret)}/confirm`
      const { status } = await fetch(url, { method: 'POST', body: buildCardForm(clientSecret, number) })
      return status
    },
    async close() {
      await proxy.close()
      await browser.close()
      await provider.close()
      await connection.close()
    },
  }
  return fake
}

/** Returns a sender of events to the webhook of an application. It returns 0 where the application does not respond. */
export function findWebhook(url: string): DeliverWebhook {
  return async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const response = await fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body }).catch(() => null)
    return response?.status ?? 0
  }
}

function random(): string {
  return randomBytes(16).toString('hex')
}
