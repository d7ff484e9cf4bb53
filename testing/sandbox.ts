/** The card sandbox of a test application, through the official SDK. */
import type Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { openTestApplication, type TestApplication } from './application.ts'
import { confirmCard } from './paying.ts'

export const ORDER = { amount: 4999, currency: 'usd', metadata: { attempt: 'a' } }

export interface TestSandbox {
  readonly application: TestApplication
  readonly stripe: Stripe
  /** Creates an intent that waits for a card. */
  open(): Promise<Stripe.PaymentIntent & { client_secret: string }>
  /** Creates an intent and confirms a card for it. Returns the intent after that. */
  createConfirmed(number: string): Promise<Stripe.PaymentIntent>
  /** Lists the types of the events about an intent, oldest first. */
  listEventTypes(intentId: string): Promise<string[]>
}

/** Opens an application before the tests of a file and closes it after them. */
export function openSandboxForFile(): TestSandbox {
  let application: TestApplication | undefined
  beforeAll(async () => {
    application = await openTestApplication()
  })
  afterAll(() => application?.close())
  const readApplication = (): TestApplication => {
    if (!application) throw new Error('the application is not open yet')
    return application
  }
  const readSdk = (): Stripe => {
    const { sandbox } = readApplication()
    if (!sandbox) throw new Error('the test application has no sandbox')
    return sandbox.stripe
  }
  const open = async () => {
    const intent = await readSdk().paymentIntents.create(ORDER)
    return { ...intent, client_secret: intent.client_secret ?? '' }
  }
  return {
    get application() {
      return readApplication()
    },
    get stripe() {
      return readSdk()
    },
    open,
    async createConfirmed(number) {
      const { id, client_secret } = await open()
      await confirmCard(readApplication().visitor, client_secret, number)
      return readSdk().paymentIntents.retrieve(id)
    },
    async listEventTypes(intentId) {
      const types: string[] = []
      for await (const { type, data } of readSdk().events.list({ limit: 100 })) {
        const subject: object = data.object
        const intent = 'payment_intent' in subject ? subject.payment_intent : 'id' in subject ? subject.id : null
        if (intent === intentId) types.unshift(type)
      }
      return types
    },
  }
}
