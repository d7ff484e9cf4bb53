/** Confirms a card with the sandbox the way Stripe.js does with Stripe: https://docs.stripe.com/api/payment_intents/confirm */
import { intentOf, type Outcome } from '../card-provider.ts'
import type { Card } from './card.rules.ts'

/** Longer than a card may take, so that a lost connection becomes words instead of a spinner. */
const PATIENCE_MS = 30_000

const NO_ANSWER = 'The card provider does not answer. Please try again; nothing is ever charged twice.'

interface ProviderAnswer {
  status?: string
  error?: { code?: string; message?: string }
}

export async function confirmCard(
  clientSecret: string,
  card: Card,
  payer: { email: string; name: string },
): Promise<Outcome> {
  const body = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expiry.month,
    'payment_method_data[card][exp_year]': card.expiry.year,
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][email]': payer.email,
    'payment_method_data[billing_details][name]': payer.name,
  })
  try {
    const address = `/card-sandbox/v1/payment_intents/${encodeURIComponent(intentOf(clientSecret))}/confirm`
    const answer = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) })
    return outcomeOf((await answer.json()) as ProviderAnswer)
  } catch {
    return { paid: false, message: NO_ANSWER }
  }
}

function outcomeOf({ status, error }: ProviderAnswer): Outcome {
  // An intent that takes no card any more may have been paid by a try whose answer got lost: the server knows.
  if (status === 'succeeded' || error?.code === 'payment_intent_unexpected_state') return { paid: true }
  return { paid: false, message: error?.message ?? NO_ANSWER }
}
