import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { DECLINED_CARD, VALID_CARD } from '../../../testing/paying.ts'
import { ORDER, openSandboxForFile } from '../../../testing/sandbox.ts'
import { events, idempotency } from './card-sandbox.table.ts'
import { prune } from './card-sandbox.ts'
import { now } from './ids.ts'

const sandbox = openSandboxForFile()
const DAY = 24 * 60 * 60

describe('lists', () => {
  it('return every intent once, newest first, over several pages', async () => {
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.unshift((await sandbox.open()).id)
    const ids: string[] = []
    for await (const { id } of sandbox.stripe.paymentIntents.list({ limit: 2 })) ids.push(id)
    expect(ids.slice(0, 5)).toEqual(made)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('expand charges on request', async () => {
    const paid = await sandbox.createConfirmed(VALID_CARD)
    const waiting = await sandbox.open()
    const { data } = await sandbox.stripe.paymentIntents.list({ limit: 2, expand: ['data.latest_charge'] })
    expect(data).toMatchObject([
      { id: waiting.id, latest_charge: null },
      { id: paid.id, latest_charge: { object: 'charge', id: paid.latest_charge, payment_intent: paid.id } },
    ])
    const other = sandbox.stripe.paymentIntents.list({ expand: ['data.customer'] })
    await expect(other).rejects.toMatchObject({ param: 'expand.0' })
  })

  it('filter by the time of creation', async () => {
    const { created } = await sandbox.open()
    const count = async (bounds: Stripe.PaymentIntentListParams['created']) =>
      (await sandbox.stripe.paymentIntents.list({ created: bounds ?? {}, limit: 100 })).data.length
    const all = await count({ lte: created })
    expect(all).toBeGreaterThan(0)
    expect(await count({ gt: created })).toBe(0)
    expect(await count({ gte: created })).toBeGreaterThan(0)
    expect((await count({ lt: created })) + (await count(created))).toBe(all)
  })

  it('refuse an invalid page', async () => {
    await expect(sandbox.stripe.paymentIntents.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
    const after = sandbox.stripe.paymentIntents.list({ starting_after: 'pi_none' })
    await expect(after).rejects.toMatchObject({ code: 'resource_missing' })
    const unknown = sandbox.stripe.paymentIntents.list({ customer: 'cus_1' })
    await expect(unknown).rejects.toMatchObject({ code: 'parameter_unknown', param: 'customer' })
  })
})

describe('events', () => {
  it('can be retrieved one by one', async () => {
    const { id } = await sandbox.createConfirmed(DECLINED_CARD)
    const { data } = await sandbox.stripe.events.list({ type: 'payment_intent.payment_failed', limit: 1 })
    expect(data).toMatchObject([
      { object: 'event', livemode: false, data: { object: { id, status: 'requires_payment_method' } } },
    ])
    const { id: eventId = '' } = data[0] ?? {}
    const delivered = async () => (await sandbox.stripe.events.retrieve(eventId)).pending_webhooks
    await expect.poll(delivered, { timeout: 10_000 }).toBe(0)
    await expect(sandbox.stripe.events.retrieve('evt_none')).rejects.toMatchObject({ code: 'resource_missing' })
    expect(await sandbox.listEventTypes(id)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
  })

  it('are deleted after 30 days, but not before they are delivered', async () => {
    const { db } = sandbox.application.services
    const { id } = await sandbox.open()
    const [template] = await db.select().from(events).where(eq(events.type, 'payment_intent.created')).limit(1)
    if (!template) throw new Error('no event')
    const aged = (name: string, days: number, nextTry: number | null) =>
      db.insert(events).values({ ...template, id: name + id, created: now() - days * DAY, nextTry })
    await aged('young', 29, null)
    await aged('old', 31, null)
    await aged('due', 31, Date.now() + DAY * 1000)
    await prune(db)
    const left = async (name: string) =>
      (
        await db
          .select()
          .from(events)
          .where(eq(events.id, name + id))
      ).length
    expect([await left('young'), await left('old'), await left('due')]).toEqual([1, 0, 1])
  })
})

describe('idempotency keys', () => {
  it('mark a response that is repeated', async () => {
    const ask = () => sandbox.stripe.paymentIntents.create(ORDER, { idempotencyKey: 'replayed' })
    expect((await ask()).lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect((await ask()).lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  it('store errors of the execution, but not of the validation', async () => {
    const { id } = await sandbox.createConfirmed(VALID_CARD)
    const cancel = () => sandbox.stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `cancel ${id}` })
    await expect(cancel()).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    await expect(cancel()).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      headers: { 'idempotent-replayed': 'true' },
    })
    const create = (amount: number) =>
      sandbox.stripe.paymentIntents.create({ ...ORDER, amount }, { idempotencyKey: `create ${id}` })
    await expect(create(-1)).rejects.toMatchObject({ param: 'amount' })
    await expect(create(100)).resolves.toMatchObject({ amount: 100 })
  })

  it('are valid for one path: the same key for another is refused', async () => {
    const [one, other] = [await sandbox.open(), await sandbox.open()]
    const cancel = (id: string) => sandbox.stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `both ${one.id}` })
    await cancel(one.id)
    await expect(cancel(other.id)).rejects.toMatchObject({ rawType: 'idempotency_error' })
    expect((await sandbox.stripe.paymentIntents.retrieve(other.id)).status).toBe('requires_payment_method')
  })

  it('are deleted after a day, and not before', async () => {
    const { db } = sandbox.application.services
    const ask = (idempotencyKey: string) => sandbox.stripe.paymentIntents.create(ORDER, { idempotencyKey })
    const [old, young] = [await ask('old'), await ask('young')]
    const age = (key: string, created: number) =>
      db.update(idempotency).set({ created }).where(eq(idempotency.key, key))
    await age('old', now() - DAY - 60)
    await age('young', now() - DAY + 60)
    await prune(db)
    expect((await ask('old')).id).not.toBe(old.id)
    expect((await ask('young')).id).toBe(young.id)
  })
})

describe('a cancellation', () => {
  it('has a time and a reason', async () => {
    const { id } = await sandbox.open()
    const cancelled = await sandbox.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(cancelled.canceled_at).toBeGreaterThan(0)
    expect((await sandbox.listEventTypes(id)).at(-1)).toBe('payment_intent.canceled')
    const other = await sandbox.open()
    const because = sandbox.stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'duplicate' })
    await expect(because).resolves.toMatchObject({ cancellation_reason: 'duplicate' })
  })
})
