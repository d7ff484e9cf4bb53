/** Confirms a card with the sandbox the way Stripe.js does with Stripe: https://docs.stripe.com/js/payment_intents/confirm_payment */
import { confirm, type Question } from '#web/ui/confirm.ts'
import { intentOf, type Outcome } from '../card-provider.ts'
import type { Card } from './card.rules.ts'

/** Longer than a card may take, so that a lost connection becomes words instead of a spinner. */
const PATIENCE_MS = 30_000

const NO_ANSWER = 'The card provider does not answer. Please try again; nothing is ever charged twice.'

interface ProviderAnswer {
  status?: string
  error?: { code?: string; message?: string }
}

/** Asks whom a card belongs to, in place of their bank; Escape is a no. */
const AUTHENTICATION: Question = {
  title: 'Is this your card?',
  text: 'Here the bank of a real card would ask for a code or a fingerprint (3D Secure). This pretend one takes your word for it.',
  action: 'Complete authentication',
  decline: 'Fail authentication',
}

export async function confirmCard(
  clientSecret: string,
  card: Card,
  payer: { email: string; name: string },
): Promise<Outcome> {
  const fields = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expiry.month,
    'payment_method_data[card][exp_year]': card.expiry.year,
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][email]': payer.email,
    'payment_method_data[billing_details][name]': payer.name,
  }
  try {
    const answer = await ask(clientSecret, 'confirm', fields)
    if (answer.status !== 'requires_action') return outcomeOf(answer)
    const result = (await confirm(AUTHENTICATION)) ? 'complete' : 'fail'
    return outcomeOf(await ask(clientSecret, 'authenticate', { result }))
  } catch {
    return { paid: false, message: NO_ANSWER }
  }
}

async function ask(
  clientSecret: string,
  verb: 'confirm' | 'authenticate',
  fields: Record<string, string>,
): Promise<ProviderAnswer> {
  const address = `/card-sandbox/v1/payment_intents/${encodeURIComponent(intentOf(clientSecret))}/${verb}`
  const body = new URLSearchParams({ client_secret: clientSecret, ...fields })
  const answer = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) })
  return (await answer.json()) as ProviderAnswer
}

function outcomeOf({ status, error }: ProviderAnswer): Outcome {
  // An intent that takes no card any more may have been paid by a try whose answer got lost: the server knows.
  if (status === 'succeeded' || error?.code === 'payment_intent_unexpected_state') return { paid: true }
  return { paid: false, message: error?.message ?? NO_ANSWER }
}
