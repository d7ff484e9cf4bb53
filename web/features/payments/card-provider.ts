/** The interface to the card provider: its card fields and the result of confirming a card. The server never sees a card number. */

/**
 * The result of confirming a card. `message` is the provider's text for the user, or null where the fields show the problem.
 * `canceled`: the server has ended the intent, so that nothing was charged and no card can pay it.
 */
export type Outcome = { status: 'paid' } | { status: 'unpaid'; message: string | null } | { status: 'canceled' }

export type Confirm = () => Promise<Outcome>

/** The person whose name and e-mail the charge has. */
export interface Payer {
  email: string
  name: string
}

export interface CardFieldsProps {
  /** The provider's secret for this one payment. */
  clientSecret: string
  payer: Payer
  /** Receives the action of the Pay button once the provider is ready, and null while it is not. */
  onReady: (confirm: Confirm | null) => void
}

/** Returns the id of the intent of a client secret. Source: https://docs.stripe.com/api/payment_intents/object */
export function parseIntentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
