/** Confirms a card with the sandbox, as Stripe.js does: https://docs.stripe.com/js/payment_intents/confirm_payment */

import { type Outcome, type Payer, parseIntentId } from '#web/features/payments/card-provider.ts'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import type { Card } from './card.rules.ts'

const TIMEOUT_MS = 30_000

const NO_RESPONSE = "The card provider didn't respond. Try again; you won't be charged twice."

interface ProviderResponse {
  status?: string
  error?: { message?: string; payment_intent?: { status?: string } }
}

/** Stands for the bank's own dialog. Escape declines. */
const AUTHENTICATION: Confirmation = {
  title: 'Is this your card?',
  text: 'With a real card, your bank would ask for a code or a fingerprint here (3D Secure).',
  action: 'Complete authentication',
  decline: 'Fail authentication',
}

export async function confirmCard(clientSecret: string, card: Card, payer: Payer): Promise<Outcome> {
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
    const response = await post(clientSecret, 'confirm', fields)
    if (response.status !== 'requires_action') return toOutcome(response)
    const result = (await confirm(AUTHENTICATION)) ? 'complete' : 'fail'
    return toOutcome(await post(clientSecret, 'authenticate', { result }))
  } catch {
    return { status: 'unpaid', message: NO_RESPONSE }
  }
}

async function post(
  clientSecret: string,
  verb: 'confirm' | 'authenticate',
  fields: Record<string, string>,
): Promise<ProviderResponse> {
  const path = `/card-sandbox/v1/payment_intents/${encodeURIComponent(parseIntentId(clientSecret))}/${verb}`
  const body = new URLSearchParams({ client_secret: clientSecret, ...fields })
  const response = await fetch(path, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
  return (await response.json()) as ProviderResponse
}

function toOutcome({ status, error }: ProviderResponse): Outcome {
  // An error carries the intent: a lost response may have paid it before, and the server may have canceled it.
  const intentStatus = status ?? error?.payment_intent?.status
  if (intentStatus === 'succeeded') return { status: 'paid' }
  if (intentStatus === 'canceled') return { status: 'canceled' }
  return { status: 'unpaid', message: error?.message ?? NO_RESPONSE }
}
