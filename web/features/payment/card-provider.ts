/** The seam to the card provider: the fields for a card, and what confirming it came to. The server never sees a number. */

/** `message` is the provider's, for a person; null where the fields themselves say what is wrong. */
export type Outcome = { paid: true } | { paid: false; message: string | null }

export type Confirm = () => Promise<Outcome>

export interface CardFieldsProps {
  /** What the server got from the provider for this one payment. */
  clientSecret: string
  payer: { email: string; name: string }
  /** Hands up what the Pay button does, once the provider is ready; null while it is not. */
  onReady: (confirm: Confirm | null) => void
}

/** The id of the intent that a client secret belongs to. Source: https://docs.stripe.com/api/payment_intents/object */
export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
