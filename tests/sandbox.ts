/** The card sandbox of a test school, through the official SDK. */
import type Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { confirmCard } from './paying.ts'
import { openTestSchool, type TestSchool } from './school.ts'

export const ORDER = { amount: 4999, currency: 'usd', metadata: { attempt: 'a' } }

export interface TestSandbox {
  readonly school: TestSchool
  readonly stripe: Stripe
  /** An intent that waits for a card. */
  open(): Promise<Stripe.PaymentIntent & { client_secret: string }>
  /** An intent that a card was confirmed for, as it is then. */
  confirmed(number: string): Promise<Stripe.PaymentIntent>
  /** The types of the events about an intent, oldest first, without the prefix of their own. */
  told(intentId: string): Promise<string[]>
}

/** Opens a school before the tests of a file and closes it after them. */
export function sandboxOfThisFile(): TestSandbox {
  let school: TestSchool | undefined
  beforeAll(async () => {
    school = await openTestSchool()
  })
  afterAll(() => school?.close())
  const opened = (): TestSchool => {
    if (!school) throw new Error('the school is not open yet')
    return school
  }
  const sdk = (): Stripe => {
    const { sandbox } = opened().parts
    if (!sandbox) throw new Error('the test school has no sandbox')
    return sandbox.stripe
  }
  const open = async () => {
    const intent = await sdk().paymentIntents.create(ORDER)
    return { ...intent, client_secret: intent.client_secret ?? '' }
  }
  return {
    get school() {
      return opened()
    },
    get stripe() {
      return sdk()
    },
    open,
    async confirmed(number) {
      const { id, client_secret } = await open()
      await confirmCard(opened().visitor, client_secret, number)
      return sdk().paymentIntents.retrieve(id)
    },
    async told(intentId) {
      const types: string[] = []
      for await (const { type, data } of sdk().events.list({ limit: 100 })) {
        const about: object = data.object
        const intent = 'payment_intent' in about ? about.payment_intent : 'id' in about ? about.id : null
        if (intent === intentId) types.unshift(type)
      }
      return types
    },
  }
}
