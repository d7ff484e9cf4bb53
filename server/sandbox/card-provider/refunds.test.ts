import { describe, expect, it } from 'vitest'
import { makeClass, makeEnrolment, makeUser } from '../../../demo/factories.ts'
import {
  AUTHENTICATION_CARD,
  DECLINED_CARD,
  DISPUTED_CARD,
  FAILING_REFUND_CARD,
  SLOW_REFUND_CARD,
  VALID_CARD,
} from '../../../testing/paying.ts'
import { openSandboxForFile } from '../../../testing/sandbox.ts'

const sandbox = openSandboxForFile()
const readCharge = async (id: string) => {
  const { latest_charge } = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  if (latest_charge === null || typeof latest_charge === 'string') throw new Error('the charge was not expanded')
  return latest_charge
}

describe('a refund', () => {
  it('returns the whole amount, once', async () => {
    const { id, latest_charge } = await sandbox.createConfirmed(VALID_CARD)
    const refund = await sandbox.stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 4999,
      currency: 'usd',
      charge: latest_charge,
      payment_intent: id,
      reason: 'requested_by_customer',
      status: 'succeeded',
    })
    expect(await readCharge(id)).toMatchObject({ amount_refunded: 4999, refunded: true })
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id })
    await expect(sandbox.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
      statusCode: 400,
    })
    expect((await sandbox.listEventTypes(id)).slice(-2)).toEqual(['refund.created', 'charge.refunded'])
  })

  it('may be partial, until nothing is left', async () => {
    const { id } = await sandbox.createConfirmed(VALID_CARD)
    const part = await sandbox.stripe.refunds.create({ payment_intent: id, amount: 1000 })
    expect(await readCharge(id)).toMatchObject({ amount_refunded: 1000, refunded: false })
    const tooMuch = sandbox.stripe.refunds.create({ payment_intent: id, amount: 4000 })
    await expect(tooMuch).rejects.toMatchObject({
      param: 'amount',
      message: 'Refund amount ($40.00) is greater than unrefunded amount on charge ($39.99)',
    })
    const rest = await sandbox.stripe.refunds.create({ charge: String((await readCharge(id)).id) })
    expect(rest.amount).toBe(3999)
    const { data } = await sandbox.stripe.refunds.list({ payment_intent: id })
    expect(data.map((refund) => refund.id)).toEqual([rest.id, part.id])
  })

  it('requires a successful charge', async () => {
    for (const number of [DECLINED_CARD, AUTHENTICATION_CARD]) {
      const { id } = await sandbox.createConfirmed(number)
      await expect(sandbox.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 })
    }
    const { latest_charge } = await sandbox.createConfirmed(DECLINED_CARD)
    const failed = sandbox.stripe.refunds.create({ charge: String(latest_charge) })
    await expect(failed).rejects.toMatchObject({ param: 'charge' })
    await expect(sandbox.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 })
    await expect(sandbox.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(sandbox.stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ code: 'resource_missing' })
  })

  it('works for payments of the demo too', async () => {
    const { db } = sandbox.application.services
    const student = await makeUser(db, 'student')
    await makeEnrolment(db, student, await makeClass(db, { listPriceMinor: 12900 }))
    const { data } = await sandbox.stripe.paymentIntents.list({ limit: 100 })
    const { id = '' } = data.find(({ receipt_email }) => receipt_email === student.email) ?? {}
    expect(await readCharge(id)).toMatchObject({
      amount: 12900,
      status: 'succeeded',
      billing_details: { email: student.email },
    })
    await sandbox.stripe.refunds.create({ payment_intent: id })
    expect((await readCharge(id)).refunded).toBe(true)
  })

  it('is refused for a disputed charge', async () => {
    const { id, status } = await sandbox.createConfirmed(DISPUTED_CARD)
    expect(status).toBe('succeeded')
    expect((await readCharge(id)).disputed).toBe(true)
    const events = await sandbox.stripe.events.list({ type: 'charge.dispute.created' })
    expect(events.data.map(({ data }) => data.object)).toContainEqual(
      expect.objectContaining({ object: 'dispute', payment_intent: id, amount: 4999, reason: 'fraudulent' }),
    )
    await expect(sandbox.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
  })

  it.each([
    ['winning_evidence', 'won', true],
    ['losing_evidence', 'lost', false],
  ])('of a disputed charge follows the decision on %s', async (evidence, status, isRefundable) => {
    const { id } = await sandbox.createConfirmed(DISPUTED_CARD)
    const { disputes, refunds, events } = sandbox.stripe
    const [dispute] = (await disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', is_charge_refundable: false, payment_intent: id })
    const change = { evidence: { uncategorized_text: evidence } }
    expect(await disputes.update(dispute?.id ?? '', change)).toMatchObject({ id: dispute?.id, status })
    const closed = await events.list({ type: 'charge.dispute.closed' })
    expect(closed.data[0]?.data.object).toMatchObject({ id: dispute?.id, status })
    const refund = await refunds
      .create({ payment_intent: id })
      .catch(({ code }: { code: string }) => ({ status: code }))
    expect(refund.status).toBe(isRefundable ? 'succeeded' : 'charge_disputed')
  })

  it('of a slow card is pending first, and counts as refunded at once', async () => {
    const { id } = await sandbox.createConfirmed(SLOW_REFUND_CARD)
    const refund = await sandbox.stripe.refunds.create({ payment_intent: id })
    expect(refund.status).toBe('pending')
    expect((await readCharge(id)).refunded).toBe(true)
    const statusNow = async () => (await sandbox.stripe.refunds.retrieve(refund.id)).status
    await expect.poll(statusNow, { timeout: 10_000 }).toBe('succeeded')
    expect((await sandbox.listEventTypes(id)).at(-1)).toBe('refund.updated')
  })

  it('of a closed card fails later, and may be repeated', async () => {
    const { id } = await sandbox.createConfirmed(FAILING_REFUND_CARD)
    const refund = await sandbox.stripe.refunds.create({ payment_intent: id })
    expect(refund.status).toBe('succeeded')
    const now = () => sandbox.stripe.refunds.retrieve(refund.id)
    await expect.poll(async () => (await now()).status, { timeout: 10_000 }).toBe('failed')
    expect((await now()).failure_reason).toBe('expired_or_canceled_card')
    expect(await readCharge(id)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect((await sandbox.listEventTypes(id)).slice(-2)).toEqual(['refund.updated', 'refund.failed'])
    const failed = await sandbox.stripe.events.list({ type: 'refund.failed' })
    expect(failed.data.map(({ data }) => data.object)).toContainEqual(
      expect.objectContaining({ payment_intent: id, failure_reason: 'expired_or_canceled_card' }),
    )
    await expect(sandbox.stripe.refunds.create({ payment_intent: id })).resolves.toMatchObject({ amount: 4999 })
  })
})
