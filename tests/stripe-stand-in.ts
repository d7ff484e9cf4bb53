/**
 * Stands in for Stripe: the card sandbox as a provider of its own, with its own database, API and browser API, so that a school
 * with `CARDS=stripe` runs as it does with Stripe itself. The school reaches it through a proxy that can give trouble.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type Stripe from 'stripe'
import { openProvider } from '../server/card-sandbox/card-sandbox.ts'
import type { Send } from '../server/card-sandbox/notices.ts'
import type { OpenDatabase } from '../server/database/database.ts'
import { EmbeddedPostgres, openPglite } from '../server/database/embedded.ts'
import { GOOD_CARD, intentIn } from './paying.ts'
import { openTroubledProxy, type TroubledProxy } from './troubled-proxy.ts'

export interface StripeStandIn {
  /** What a school needs in its environment to take it for Stripe. */
  settings: Record<
    'CARDS' | 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API',
    string
  >
  /** Between the school and the provider: set its `trouble`. */
  proxy: TroubledProxy
  /** The provider's own view, without trouble. */
  stripe: Stripe
  /** Where Stripe.js would confirm cards: `http://127.0.0.1:PORT`, with `/v1/payment_intents/…` below it. */
  browserApi: string
  /** Signed events go out through `send` from now on; `webhookOf(address)` makes one. */
  deliver(send: Send): void
  /** What happens to the events: `held` are refused and come again, `twice` is what it says, `lost` never arrive. */
  notices: 'on' | 'held' | 'twice' | 'lost'
  /** Confirms a card as Stripe.js does; answers the HTTP status. */
  confirm(clientSecret: string, number?: string): Promise<number>
  close(): Promise<void>
}

/** Opens a stand-in on a migrated database of its own, a new one if none is given; the caller closes it. */
export async function openStripeStandIn(given?: OpenDatabase): Promise<StripeStandIn> {
  const database = given ?? (await openPglite(new EmbeddedPostgres()))
  const keys = { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` }
  const provider = await openProvider(database.db, keys, (error) => console.error(error))
  const browser = Fastify()
  provider.mount(browser)
  await browser.listen({ host: '127.0.0.1', port: 0 })
  const { port } = browser.server.address() as AddressInfo
  const proxy = await openTroubledProxy(Number(provider.stripe.getApiField('port')))
  const standIn: StripeStandIn = {
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
    notices: 'on',
    deliver(send) {
      provider.deliver(async (body, signature) => {
        if (standIn.notices === 'held') return 503
        if (standIn.notices === 'lost') return 200
        if (standIn.notices === 'twice') await send(body, signature)
        return send(body, signature)
      })
    },
    async confirm(clientSecret, number = GOOD_CARD) {
      const card = { number, exp_month: '12', exp_year: '2034', cvc: '123' }
      const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
      const body = new URLSearchParams([['client_secret', clientSecret], ...fields])
      const address = `${standIn.browserApi}/v1/payment_intents/${intentIn(clientSecret)}/confirm`
      const { status } = await fetch(address, { method: 'POST', body })
      return status
    },
    async close() {
      await proxy.close()
      await browser.close()
      await provider.close()
      await database.close()
    },
  }
  return standIn
}

/** Sends events to the webhook of the school at an address; answers 0 when nobody answers. */
export function webhookOf(address: string): Send {
  return async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await fetch(`${address}/webhooks/stripe`, { method: 'POST', headers, body }).catch(() => null)
    return answer?.status ?? 0
  }
}

function random(): string {
  return randomBytes(16).toString('hex')
}
