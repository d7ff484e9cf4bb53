/** The card provider: Stripe's official SDK, talking to Stripe or to the sandbox that speaks as Stripe does. */
import Stripe from 'stripe'
import { Refusal } from '#server/refusal.ts'

/** What the provider knows of an intent, as far as the school cares. */
export interface CardIntent {
  id: string
  clientSecret: string
  status: 'open' | 'succeeded' | 'canceled'
  amountMinor: number
  currency: string
  /** What has gone back of it. */
  refundedMinor: number
  /** Whether the cardholder wants it back by way of their bank. */
  disputed: boolean
  /** The attempt that it was made for, as its metadata say; null for one that is not ours. */
  attemptId: string | null
}

/** An attempt, as the provider is told of it. */
export interface IntentOrder {
  attemptId: string
  cartId: string
  classId: string
  userId: string
  amountMinor: number
  currency: string
  className: string
  email: string
}

/** A notice from the provider: only a hint to ask for the truth. */
export interface CardNotice {
  id: string
  type: string
  /** The payment intent that it is about, where it is about one. */
  intentId: string | null
}

export interface Cards {
  /** The intent of an attempt; asked again for the same attempt, the same intent. */
  createIntent(order: IntentOrder): Promise<CardIntent>
  getIntent(id: string): Promise<CardIntent | null>
  /** Every intent of the account, newest first, a page at a time: also those of others that share it. */
  allIntents(): AsyncIterable<CardIntent>
  /** Cancels an intent that is still open, and answers it as it is then: paid, if the card was faster. */
  cancelIntent(id: string): Promise<CardIntent>
  /**
   * Sends back the whole of what an intent took. Asked again with the same `key`, or when it was refunded otherwise, it is
   * refunded already. What the provider cannot refund is no failure to reach it: it says why.
   */
  refundIntent(id: string, key: string): Promise<{ refunded: true } | { refunded: false; problem: string }>
  /** Why the money of an intent did not go back though it was sent, or null where it did. */
  refundProblem(id: string): Promise<string | null>
  /** @throws Refusal SIGNATURE_INVALID when the provider did not sign these bytes, or long ago */
  readNotice(rawBody: Buffer, signature: string): CardNotice
}

/** Cards by Stripe's SDK. Every failure to reach the provider becomes PROVIDER_UNAVAILABLE. */
export function stripeCards(stripe: Stripe, webhookSecret: string): Cards {
  return {
    createIntent: (order) => reaching(async () => toIntent(await create(stripe, order))),
    getIntent: (id) => reaching(() => retrieve(stripe, id)),
    cancelIntent: (id) => reaching(() => cancel(stripe, id)),
    allIntents: () => every(stripe),
    refundIntent: (id, key) => reaching(() => refund(stripe, id, key)),
    refundProblem: (id) => reaching(() => problemOf(stripe, id)),
    readNotice(rawBody, signature) {
      try {
        return toNotice(stripe.webhooks.constructEvent(rawBody, signature, webhookSecret))
      } catch (error) {
        throw new Refusal('SIGNATURE_INVALID', undefined, { cause: error })
      }
    },
  }
}

/**
 * Whether a failure was the provider's own answer, and not the lack of one. It would give the same answer to the same key for a day.
 * Source: https://docs.stripe.com/api/idempotent_requests
 */
export function hasAnswered({ cause }: Error): boolean {
  return cause instanceof Stripe.errors.StripeError && cause.statusCode !== undefined
}

function create(stripe: Stripe, order: IntentOrder): Promise<Stripe.PaymentIntent> {
  const { attemptId: attempt, cartId, classId, userId } = order
  return stripe.paymentIntents.create(
    {
      amount: order.amountMinor,
      currency: order.currency,
      allowed_payment_method_types: ['card'],
      description: order.className,
      receipt_email: order.email,
      metadata: { attempt, cartId, classId, userId },
    },
    { idempotencyKey: `attempt-${attempt}` },
  )
}

/** The charge says how much of the money has gone back. */
const WITH_CHARGE = { expand: ['latest_charge'] }

async function* every(stripe: Stripe): AsyncIterable<CardIntent> {
  const listed = stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })
  for await (const intent of listed) yield toIntent(intent)
}

async function retrieve(stripe: Stripe, id: string): Promise<CardIntent | null> {
  try {
    return toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

async function cancel(stripe: Stripe, id: string): Promise<CardIntent> {
  try {
    return toIntent(await stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state') {
      return toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))
    }
    throw error
  }
}

/** A refund that the provider takes may still fail later, of which its notice tells. */
async function refund(stripe: Stripe, payment_intent: string, key: string) {
  try {
    const options = { idempotencyKey: `refund-${key}` }
    const sent = await stripe.refunds.create({ payment_intent, metadata: { refund: key } }, options)
    const failed = sent.status === 'failed' || sent.status === 'canceled'
    return failed ? ({ refunded: false, problem: sent.failure_reason ?? sent.status ?? '' } as const) : REFUNDED
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.code === 'charge_already_refunded') return REFUNDED
    return { refunded: false, problem: error.message } as const
  }
}

async function problemOf(stripe: Stripe, payment_intent: string): Promise<string | null> {
  const { data } = await stripe.refunds.list({ payment_intent, limit: 100 })
  if (data.some(({ status }) => status === 'succeeded' || status === 'pending')) return null
  const failed = data.find(({ status }) => status === 'failed' || status === 'canceled')
  return failed ? (failed.failure_reason ?? failed.status) : null
}

const REFUNDED = { refunded: true } as const

function toIntent(intent: Stripe.PaymentIntent): CardIntent {
  const { id, amount, currency, client_secret, metadata } = intent
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id,
    clientSecret: client_secret ?? '',
    status: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'canceled' : 'open',
    amountMinor: intent.status === 'succeeded' ? intent.amount_received : amount,
    currency,
    refundedMinor: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    attemptId: metadata.attempt ?? null,
  }
}

function toNotice(event: Stripe.Event): CardNotice {
  const about = event.data.object
  return {
    id: event.id,
    type: event.type,
    intentId: intentAbout(about),
  }
}

/** Charges, refunds and disputes name the intent that they belong to. */
function intentAbout(about: Stripe.Event.Data.Object | object): string | null {
  if ('object' in about && about.object === 'payment_intent' && 'id' in about) return String(about.id)
  const named = 'payment_intent' in about ? about.payment_intent : null
  return typeof named === 'string' ? named : null
}

async function reaching<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new Refusal('PROVIDER_UNAVAILABLE', undefined, { cause: error })
    throw error
  }
}
