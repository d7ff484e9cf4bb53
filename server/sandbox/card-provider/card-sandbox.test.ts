import Stripe from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { confirmCard } from '../../../testing/paying.ts'
import { openCardSandbox } from './card-sandbox.ts'
import { deliverDue } from './webhook-events.ts'

const application = openForThisFile()
let stripe: Stripe
beforeAll(async () => {
  if (!application.sandbox) throw new Error('the test school has no sandbox')
  stripe = application.sandbox.stripe
})

const order = { amount: 4999, currency: 'usd', metadata: { attempt: 'a' } }

describe('the card sandbox, through the official SDK', () => {
  it('creates an intent and returns it', async () => {
    const created = await stripe.paymentIntents.create(order)
    expect(created).toMatchObject({
      ...order,
      object: 'payment_intent',
      status: 'requires_payment_method',
      livemode: false,
    })
    expect(await stripe.paymentIntents.retrieve(created.id)).toMatchObject({
      id: created.id,
      client_secret: created.client_secret,
    })
  })

  it('returns the same intent for the same idempotency key, even to concurrent requests', async () => {
    const ask = () => stripe.paymentIntents.create(order, { idempotencyKey: 'same' })
    const [first, second] = await Promise.all([ask(), ask()])
    expect(second.id).toBe(first.id)
    expect((await ask()).id).toBe(first.id)
  })

  it('refuses the same key with another body', async () => {
    await stripe.paymentIntents.create(order, { idempotencyKey: 'reused' })
    const other = stripe.paymentIntents.create({ ...order, amount: 1 }, { idempotencyKey: 'reused' })
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  it('refuses what Stripe refuses, with an error that the SDK knows', async () => {
    await expect(stripe.paymentIntents.create({ amount: -1, currency: 'usd' })).rejects.toMatchObject({
      param: 'amount',
      statusCode: 400,
    })
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
  })

  it.each([
    ['usd', 49, 50],
    ['jpy', 49, 50],
    ['kwd', 499, 500],
    ['kwd', 4995, 4990],
    ['isk', 499_950, 499_900],
    ['ugx', 150_001, 150_000],
    ['krw', 49, 50],
    ['huf', 17_499, 17_500],
    ['usd', 100_000_000, 99_999_999],
    ['idr', 1_000_000_000_000, 999_999_999_999],
    ['cop', 10_000_000_000, 9_999_999_999],
  ])('has Stripe’s limits for amounts of %s: refuses %d and accepts %d', async (currency, wrong, right) => {
    await expect(stripe.paymentIntents.create({ amount: wrong, currency })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'amount',
    })
    expect(await stripe.paymentIntents.create({ amount: right, currency })).toMatchObject({ amount: right })
  })

  it('names a currency that Stripe does not take', async () => {
    await expect(stripe.paymentIntents.create({ amount: 5000, currency: 'bgn' })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'currency',
      message: expect.stringContaining('Invalid currency: bgn.'),
    })
  })

  it('refunds no part of a unit that the currency does not have', async () => {
    const paid = await stripe.paymentIntents.create({ amount: 500_000, currency: 'isk' })
    await confirmCard(application.visitor, paid.client_secret ?? '')
    const refund = (amount: number) => stripe.refunds.create({ payment_intent: paid.id, amount })
    await expect(refund(150)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' })
    expect(await refund(200)).toMatchObject({ amount: 200, status: 'succeeded' })
  })

  it('accepts only its own secret key', async () => {
    const { host, port } = { host: '127.0.0.1', port: Number(stripe.getApiField('port')) }
    const other = new Stripe('sk_test_stranger', { host, port, protocol: 'http', maxNetworkRetries: 0 })
    await expect(other.paymentIntents.create(order)).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  it('cancels an open intent, but not a paid one', async () => {
    const open = await stripe.paymentIntents.create(order)
    expect((await stripe.paymentIntents.cancel(open.id)).status).toBe('canceled')
    const paid = await stripe.paymentIntents.create(order)
    await confirmCard(application.visitor, paid.client_secret ?? '')
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })
})

describe('the API of its card form', () => {
  const confirm = async (number: string) => {
    const intent = await stripe.paymentIntents.create(order)
    const response = await confirmCard(application.visitor, intent.client_secret ?? '', number)
    return {
      status: response.statusCode,
      error: response.json().error,
      after: await stripe.paymentIntents.retrieve(intent.id),
    }
  }

  it('charges 4242 4242 4242 4242, with spaces or without', async () => {
    const { status, after } = await confirm('4242 4242 4242 4242')
    expect(status).toBe(200)
    expect(after).toMatchObject({
      status: 'succeeded',
      amount_received: 4999,
      latest_charge: expect.stringMatching(/^ch_/),
    })
  })

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4242424242424241', 'incorrect_number', undefined],
    ['', 'incorrect_number', undefined],
  ])('refuses %s with %s, and leaves the intent open', async (number, code, decline_code) => {
    const { status, error, after } = await confirm(number)
    expect(status).toBe(402)
    expect(error).toMatchObject({ type: 'card_error', code, ...(decline_code ? { decline_code } : {}) })
    expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
  })

  it('refuses the client secret of another intent', async () => {
    const [mine, other] = [await stripe.paymentIntents.create(order), await stripe.paymentIntents.create(order)]
    const mixed = `${other.id}_secret_${(mine.client_secret ?? '').split('_secret_')[1]}`
    expect((await confirmCard(application.visitor, mixed)).statusCode).toBe(400)
    expect((await stripe.paymentIntents.retrieve(other.id)).status).toBe('requires_payment_method')
  })
})

describe('its webhook events', () => {
  it('have a valid signature, and are retried until they are accepted', async () => {
    const { db } = application.services
    const own = await openCardSandbox(db, 'another secret, of enough characters', () => {})
    await application.sandbox?.close()
    const intent = await stripe.paymentIntents.create(order).catch(() => own.stripe.paymentIntents.create(order))
    await confirmCard(application.visitor, intent.client_secret ?? '')
    const received: string[] = []
    const types = new Set<string>()
    let isAccepting = false
    const send = async (body: string, signature: string) => {
      const event = own.stripe.webhooks.constructEvent(body, signature, own.webhookSecret)
      types.add(event.type)
      if (event.type === 'payment_intent.succeeded' && event.data.object.id === intent.id) received.push(event.id)
      return isAccepting ? 200 : 503
    }
    await deliverDue(db, own.webhookSecret, send)
    isAccepting = true
    const deliverAgain = async () => {
      await deliverDue(db, own.webhookSecret, send)
      return received.length
    }
    await expect.poll(deliverAgain, { timeout: 5_000 }).toBe(2)
    expect(new Set(received).size).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(await deliverAgain()).toBe(2)
    // docs/stripe.md chooses the types of events for the endpoint.
    expect(types).toContain('payment_intent.succeeded')
    expect(types).not.toContain('payment_intent.created')
    expect(types).not.toContain('charge.succeeded')
    await own.close()
  })
})
