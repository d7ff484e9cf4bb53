/** The card provider, as the payments see it. Stripe's adapter and the demo's sandbox implement it. */
import { AppError } from '#server/platform/app-error.ts'

/** A payment intent of the provider. */
export interface CardIntent {
  id: string
  clientSecret: string
  status: 'open' | 'succeeded' | 'canceled'
  /** The amount in our minor unit. The provider's own amounts do not leave its adapter. */
  amountMinor: number
  currency: string
  /** The part of the amount that was refunded. */
  refundedMinor: number
  /** True if the cardholder disputes the charge at their bank, or has disputed it. */
  disputed: boolean
  /** The attempt that the intent was created for, from its metadata. Null for an intent of another application. */
  attemptId: string | null
}

/** An attempt, as it is sent to the provider. */
export interface NewIntent {
  attemptId: string
  cartId: string
  classId: string
  userId: string
  amountMinor: number
  currency: string
  className: string
  email: string
}

/** A webhook event. It is a hint only: the handler reads the intent from the provider. */
export interface WebhookEvent {
  id: string
  type: string
  /** The payment intent that the event is about. Null for other events. */
  intentId: string | null
}

/** A refund, as it is sent to the provider. */
export interface RefundOrder {
  intentId: string
  /** ISO 4217, lower case. */
  currency: string
  /** In our minor unit; null for all that is left at the provider. */
  amountMinor: number | null
  /** The idempotency key, by which the refund is recognized later. */
  key: string
}

export interface AcceptedRefund {
  refunded: true
  id: string
  amountMinor: number
}

/** A refund of an intent at the provider. */
export interface CardRefund {
  id: string
  /** In our minor unit. */
  amountMinor: number
  hasFailed: boolean
  /** The reason of the failure. */
  problem: string
  /** The key of our own; null where it was made at the provider. */
  key: string | null
}

/** Every method throws a CardProviderError where the provider cannot be reached or fails. */
export interface CardProvider {
  /** Creates the intent of an attempt. A second call for the same attempt returns the same intent. */
  createIntent(order: NewIntent): Promise<CardIntent>
  getIntent(id: string): Promise<CardIntent | null>
  /** Iterates over every intent of the account, newest first, including those of other applications. */
  listIntents(): AsyncIterable<CardIntent>
  /**
   * Cancels an intent that is still open. Returns its new state, which is succeeded if the card was charged first; null for an intent
   * that the provider does not know, such as one of other keys.
   */
  cancelIntent(id: string): Promise<CardIntent | null>
  /**
   * Refunds an intent or a part of it. A second call with the same `key` returns the same refund. A refund that the provider rejects returns the
   * provider's reason.
   */
  refundIntent(order: RefundOrder): Promise<AcceptedRefund | { refunded: false; problem: string }>
  /** Returns the refunds of an intent, newest first, those that were not made by us included. */
  listRefunds(intentId: string): Promise<CardRefund[]>
  /** Returns whether a bank is deciding on a dispute of an intent's charge, which cannot be refunded until then. */
  hasOpenDispute(id: string): Promise<boolean>
  /** Returns whether a bank has decided a dispute of an intent's charge against us, and so taken its money back. */
  hasLostDispute(id: string): Promise<boolean>
  /** @throws AppError SIGNATURE_INVALID when the provider did not sign these bytes, or signed them long ago */
  readWebhookEvent(rawBody: Buffer, signature: string): WebhookEvent
}

/**
 * PROVIDER_UNAVAILABLE: the card provider cannot be reached, or responded with a failure of its own. PROVIDER_REFUSED: it responds, and
 * does not take our request.
 */
export class CardProviderError extends AppError {
  /** True if the provider responded. It repeats that response for the same idempotency key for a day. */
  readonly isResponse: boolean

  constructor(
    code: 'PROVIDER_UNAVAILABLE' | 'PROVIDER_REFUSED',
    { cause, isResponse }: { cause: unknown; isResponse: boolean },
  ) {
    super(code, undefined, { cause })
    this.isResponse = isResponse
  }
}

/** Returns whether an error is the provider's own response, and not the lack of one. */
export function isProviderResponse(error: unknown): boolean {
  return error instanceof CardProviderError && error.isResponse
}
