import { afterEach, describe, expect, it, vi } from 'vitest'
import { confirmCard } from './confirm-card.ts'

const CARD = { number: '4242424242424242', expiry: { month: '12', year: '2034' }, cvc: '123' }
const PAYER = { email: 'nora@example.test', name: 'Nora Berg' }
const confirm = () => confirmCard('pi_1_secret_2', CARD, PAYER)

function respondWith(body: object) {
  const fetch = vi.fn(async (_path: string, _request: RequestInit) => Response.json(body))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

/** The error of an intent that takes no more cards, as the sandbox and Stripe send it. */
function unexpectedState(status: string) {
  const message = `You cannot confirm this PaymentIntent because it has a status of ${status}.`
  return { error: { code: 'payment_intent_unexpected_state', message, payment_intent: { status } } }
}

afterEach(() => void vi.unstubAllGlobals())

describe('a card that is confirmed with the sandbox', () => {
  it('is sent with its intent, and is paid', async () => {
    const fetch = respondWith({ status: 'succeeded' })
    expect(await confirm()).toEqual({ status: 'paid' })
    expect(fetch.mock.calls[0]?.[0]).toBe('/card-sandbox/v1/payment_intents/pi_1/confirm')
  })

  it('is paid where an earlier try had succeeded and only its response got lost', async () => {
    respondWith(unexpectedState('succeeded'))
    expect(await confirm()).toEqual({ status: 'paid' })
  })

  it('is not charged where the server has canceled the intent, as after a change of price', async () => {
    respondWith(unexpectedState('canceled'))
    expect(await confirm()).toEqual({ status: 'canceled' })
  })

  it('is declined with the provider’s message, and may be replaced by another', async () => {
    const message = 'Your card was declined.'
    respondWith({ error: { message, payment_intent: { status: 'requires_payment_method' } } })
    expect(await confirm()).toEqual({ status: 'unpaid', message })
  })

  it('may be tried again where the connection is lost', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    expect(await confirm()).toEqual({
      status: 'unpaid',
      message: "The card provider didn't respond. Try again; you won't be charged twice.",
    })
  })
})
