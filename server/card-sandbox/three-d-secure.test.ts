import { describe, expect, it } from 'vitest'
import { authenticateCard, CAREFUL_CARD, CAREFUL_POOR_CARD, confirmCard, GOOD_CARD } from '../../tests/paying.ts'
import { sandboxOfThisFile } from '../../tests/sandbox.ts'

const sandbox = sandboxOfThisFile()

/** An intent that waits until the card's owner has said that it is them. */
async function asking(number = CAREFUL_CARD) {
  const { id, client_secret } = await sandbox.open()
  const answer = await confirmCard(sandbox.school.visitor, client_secret, number)
  const seen = () => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const end = (result?: 'complete' | 'fail') => authenticateCard(sandbox.school.visitor, client_secret, result)
  return { id, client_secret, answer, seen, end }
}

describe('a card that asks for authentication', () => {
  it('charges nothing before it', async () => {
    const { id, answer, seen } = await asking()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await seen()).toMatchObject({ status: 'requires_action', amount_received: 0, latest_charge: null })
    expect(await sandbox.told(id)).toEqual(['payment_intent.created', 'payment_intent.requires_action'])
  })

  it('is charged once its owner has completed it', async () => {
    const { id, seen, end } = await asking()
    expect((await end('complete')).json()).toMatchObject({ status: 'succeeded', next_action: null })
    expect(await seen()).toMatchObject({
      amount_received: 4999,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    })
    expect(await sandbox.told(id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it('is not charged when it failed, and leaves the intent open for another card', async () => {
    const { id, client_secret, seen, end } = await asking()
    const failed = await end('fail')
    expect(failed.statusCode).toBe(400)
    expect(failed.json().error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: { status: 'requires_payment_method' },
    })
    expect(await seen()).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await sandbox.told(id)).at(-1)).toBe('payment_intent.payment_failed')
    await confirmCard(sandbox.school.visitor, client_secret)
    expect(await seen()).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it('may be declined in spite of it', async () => {
    const { seen, end } = await asking(CAREFUL_POOR_CARD)
    const declined = await end('complete')
    expect(declined.statusCode).toBe(402)
    expect(declined.json().error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(await seen()).toMatchObject({ status: 'requires_payment_method', latest_charge: { status: 'failed' } })
  })

  it('may be left in the middle: cancelled then, or another card is taken', async () => {
    const left = await asking()
    expect(await sandbox.stripe.paymentIntents.cancel(left.id)).toMatchObject({ status: 'canceled', next_action: null })
    expect((await left.end('complete')).json().error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    const other = await asking()
    await confirmCard(sandbox.school.visitor, other.client_secret, GOOD_CARD)
    expect((await other.seen()).status).toBe('succeeded')
  })

  it('is ended once, and only where it was asked for', async () => {
    const { end } = await asking()
    const both = await Promise.all([end('complete'), end('complete')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const { client_secret } = await sandbox.open()
    const unasked = await authenticateCard(sandbox.school.visitor, client_secret)
    expect(unasked.json().error).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('is ended by the holder of its secret alone', async () => {
    const { client_secret, seen } = await asking()
    const guessed = client_secret.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
    expect((await authenticateCard(sandbox.school.visitor, guessed)).json().error.param).toBe('client_secret')
    expect((await seen()).status).toBe('requires_action')
    const address = `/card-sandbox/v1/payment_intents/${client_secret.split('_secret_')[0]}?client_secret=`
    expect((await sandbox.school.visitor.request('GET', address + guessed)).statusCode).toBe(400)
    const shown = await sandbox.school.visitor.request('GET', address + client_secret)
    expect(shown.json()).toMatchObject({ status: 'requires_action' })
  })
})
