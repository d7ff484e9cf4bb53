/**
 * The card provider: Stripe's official SDK. It talks to Stripe, or to the sandbox with the same API. Stripe's amounts become our minor
 * units here, and only here.
 */
import Stripe from 'stripe'
import { fromProviderAmount, toProviderAmount } from '#contract/values/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import {
  type CardIntent,
  type CardProvider,
  CardProviderError,
  type CardRefund,
  type NewIntent,
  type RefundOrder,
  type WebhookEvent,
} from '#server/ports/card-provider.ts'

/** The greatest age of a signature. The SDK checks none with 0. Source: https://docs.stripe.com/webhooks#replay-attacks */
const TOLERANCE_SECONDS = 300

/** Returns a card provider over an SDK client. */
export function createStripeCards(stripe: Stripe, webhookSecret: string): CardProvider {
  return {
    createIntent: (order) => mapErrors(async () => toIntent(await create(stripe, order))),
    getIntent: (id) => mapErrors(() => retrieve(stripe, id)),
    cancelIntent: (id) => mapErrors(() => cancel(stripe, id)),
    listIntents: () => list(stripe),
    refundIntent: (order) => mapErrors(() => refund(stripe, order)),
    listRefunds: (intentId) => mapErrors(() => listRefunds(stripe, intentId)),
    hasOpenDispute: (id) => mapErrors(() => hasOpenDispute(stripe, id)),
    hasLostDispute: (id) => mapErrors(() => hasLostDispute(stripe, id)),
    readWebhookEvent(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, TOLERANCE_SECONDS)
        return toWebhookEvent(event)
      } catch (error) {
        throw new AppError('SIGNATURE_INVALID', undefined, { cause: error })
      }
    },
  }
}

/**
 * Maps errors of the SDK to CardProviderError. Stripe repeats a response, failures included, for the same idempotency key.
 * Source: https://docs.stripe.com/api/idempotent_requests
 */
async function mapErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const isResponse = error.statusCode !== undefined
    throw new CardProviderError(isRefusal(error) ? 'PROVIDER_REFUSED' : 'PROVIDER_UNAVAILABLE', {
      cause: error,
      isResponse,
    })
  }
}

/**
 * Returns whether Stripe would respond the same again: to an amount or a currency that it does not take, or to wrong keys. It asks to
 * repeat requests that have met another one (409) or were too many (429). Source: https://docs.stripe.com/error-low-level
 */
function isRefusal({ statusCode }: Stripe.errors.StripeError): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
}

function create(stripe: Stripe, order: NewIntent): Promise<Stripe.PaymentIntent> {
  const { attemptId: attempt, cartId, classId, userId } = order
  return stripe.paymentIntents.create(
    {
      amount: toProviderAmount(order.amountMinor, order.currency),
      currency: order.currency,
      allowed_payment_method_types: ['card'],
      description: order.className,
      receipt_email: order.email,
      metadata: { attempt, cartId, classId, userId },
    },
    { idempotencyKey: `attempt-${attempt}` },
  )
}

/** The charge has the refunded amount. */
const WITH_CHARGE = { expand: ['latest_charge'] }

async function* list(stripe: Stripe): AsyncIterable<CardIntent> {
  const intents = stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })
  for await (const intent of intents) yield toIntent(intent)
}

async function retrieve(stripe: Stripe, id: string): Promise<CardIntent | null> {
  try {
    return toIntent(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

async function cancel(stripe: Stripe, id: string): Promise<CardIntent | null> {
  try {
    return toIntent(await stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.code === 'payment_intent_unexpected_state' || error.statusCode === 404) return retrieve(stripe, id)
    throw error
  }
}

/** An accepted refund may still fail later. A webhook event reports that. */
async function refund(stripe: Stripe, { intentId: payment_intent, currency, amountMinor, key }: RefundOrder) {
  const amount = amountMinor === null ? {} : { amount: toProviderAmount(amountMinor, currency) }
  try {
    const options = { idempotencyKey: `refund-${key}` }
    const created = toRefund(
      await stripe.refunds.create({ payment_intent, ...amount, metadata: { refund: key } }, options),
    )
    const { hasFailed, problem } = created
    return hasFailed ? ({ refunded: false, problem } as const) : ({ ...created, refunded: true } as const)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return { refunded: false, problem: error.message } as const
  }
}

async function listRefunds(stripe: Stripe, payment_intent: string): Promise<CardRefund[]> {
  const refunds: CardRefund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) refunds.push(toRefund(refund))
  return refunds
}

function toRefund({ id, amount, currency, status, failure_reason, metadata }: Stripe.Refund): CardRefund {
  return {
    id,
    amountMinor: fromProviderAmount(amount, currency),
    hasFailed: status === 'failed' || status === 'canceled',
    problem: failure_reason ?? status ?? '',
    key: metadata?.refund ?? null,
  }
}

/** Source: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const OPEN_STATUSES: Stripe.Dispute['status'][] = [
  ...['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'],
  ...['appeal_needs_response', 'appeal_under_review'],
]

/** An inquiry is open too, but its charge can still be refunded. */
async function hasOpenDispute(stripe: Stripe, payment_intent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent, limit: 100 })
  return data.some(({ status, is_charge_refundable }) => OPEN_STATUSES.includes(status) && !is_charge_refundable)
}

async function hasLostDispute(stripe: Stripe, payment_intent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent, limit: 100 })
  return data.some(({ status }) => status === 'lost')
}

function toIntent(intent: Stripe.PaymentIntent): CardIntent {
  const { id, currency, client_secret, metadata } = intent
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id,
    clientSecret: client_secret ?? '',
    status: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'canceled' : 'open',
    amountMinor: fromProviderAmount(intent.status === 'succeeded' ? intent.amount_received : intent.amount, currency),
    currency,
    refundedMinor: fromProviderAmount(charge?.amount_refunded ?? 0, currency),
    disputed: charge?.disputed ?? false,
    attemptId: metadata.attempt ?? null,
  }
}

function toWebhookEvent(event: Stripe.Event): WebhookEvent {
  return { id: event.id, type: event.type, intentId: readIntentId(event.data.object) }
}

/** Returns the intent that an event's object is, or belongs to: charges, refunds and disputes name an intent. */
function readIntentId(object: Stripe.Event.Data.Object | object): string | null {
  if ('object' in object && object.object === 'payment_intent' && 'id' in object) return String(object.id)
  const intent = 'payment_intent' in object ? object.payment_intent : null
  return typeof intent === 'string' ? intent : null
}
