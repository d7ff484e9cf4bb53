import { describe, expect, it } from 'vitest'
import {
  AUTHENTICATION_CARD,
  AUTHENTICATION_NO_FUNDS_CARD,
  authenticateCard,
  confirmCard,
  VALID_CARD,
} from '../../../testing/paying.ts'
import { openSandboxForFile } from '../../../testing/sandbox.ts'

const sandbox = openSandboxForFile()

/** Confirms an intent with a card that requires authentication. */
async function requireAuthentication(number = AUTHENTICATION_CARD) {
  const { id, client_secret } = await sandbox.open()
  const response = await confirmCard(sandbox.application.visitor, client_secret, number)
  const readIntent = () => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const end = (result?: 'complete' | 'fail') => authenticateCard(sandbox.application.visitor, client_secret, result)
  return { id, client_secret, response, readIntent, end }
}

describe('a card that requires authentication', () => {
  it('is not charged before it', async () => {
    const { id, response, readIntent } = await requireAuthentication()
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await readIntent()).toMatchObject({ status: 'requires_action', amount_received: 0, latest_charge: null })
    expect(await sandbox.listEventTypes(id)).toEqual(['payment_intent.created', 'payment_intent.requires_action'])
  })

  it('is charged once the cardholder has completed it', async () => {
    const { id, readIntent, end } = await requireAuthentication()
    expect((await end('complete')).json()).toMatchObject({ status: 'succeeded', next_action: null })
    expect(await readIntent()).toMatchObject({
      amount_received: 4999,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    })
    expect(await sandbox.listEventTypes(id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it('is not charged when it failed, and the intent stays open for another card', async () => {
    const { id, client_secret, readIntent, end } = await requireAuthentication()
    const failed = await end('fail')
    expect(failed.statusCode).toBe(400)
    expect(failed.json().error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(await readIntent()).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await sandbox.listEventTypes(id)).at(-1)).toBe('payment_intent.payment_failed')
    await confirmCard(sandbox.application.visitor, client_secret)
    expect(await readIntent()).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it('may be declined in spite of it', async () => {
    const { readIntent, end } = await requireAuthentication(AUTHENTICATION_NO_FUNDS_CARD)
    const declined = await end('complete')
    expect(declined.statusCode).toBe(402)
    expect(declined.json().error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(await readIntent()).toMatchObject({ status: 'requires_payment_method', latest_charge: { status: 'failed' } })
  })

  it('may be abandoned: the intent can be canceled, or another card used', async () => {
    const left = await requireAuthentication()
    expect(await sandbox.stripe.paymentIntents.cancel(left.id)).toMatchObject({ status: 'canceled', next_action: null })
    expect((await left.end('complete')).json().error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    const other = await requireAuthentication()
    await confirmCard(sandbox.application.visitor, other.client_secret, VALID_CARD)
    expect((await other.readIntent()).status).toBe('succeeded')
  })

  it('can be authenticated once, and only where it is required', async () => {
    const { end } = await requireAuthentication()
    const both = await Promise.all([end('complete'), end('complete')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const { client_secret } = await sandbox.open()
    const unasked = await authenticateCard(sandbox.application.visitor, client_secret)
    expect(unasked.json().error).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('can be authenticated only with the client secret', async () => {
    const { client_secret, readIntent } = await requireAuthentication()
    const guessed = client_secret.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
    expect((await authenticateCard(sandbox.application.visitor, guessed)).json().error.param).toBe('client_secret')
    expect((await readIntent()).status).toBe('requires_action')
    const address = `/card-sandbox/v1/payment_intents/${client_secret.split('_secret_')[0]}?client_secret=`
    expect((await sandbox.application.visitor.request('GET', address + guessed)).statusCode).toBe(400)
    const shown = await sandbox.application.visitor.request('GET', address + client_secret)
    expect(shown.json()).toMatchObject({ status: 'requires_action' })
  })
})
