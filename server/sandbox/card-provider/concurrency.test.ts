import { describe, expect, it } from 'vitest'
import { confirmCard, VALID_CARD } from '../../../testing/paying.ts'
import { openSandboxForFile } from '../../../testing/sandbox.ts'

const sandbox = openSandboxForFile()
const listCharges = async (id: string) =>
  (await sandbox.listEventTypes(id)).filter((type) => type === 'charge.succeeded' || type === 'charge.refunded')
const outcomes = async (both: Promise<unknown>[]) => (await Promise.allSettled(both)).map(({ status }) => status).sort()

describe('two concurrent requests at the card sandbox', () => {
  it('to confirm charge the card once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, client_secret } = await sandbox.open()
      const confirm = () => confirmCard(sandbox.application.visitor, client_secret)
      const both = await Promise.all([confirm(), confirm()])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
      expect(both.find(({ statusCode }) => statusCode === 400)?.json().error).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'succeeded' },
      })
      expect(await listCharges(id)).toEqual(['charge.succeeded'])
    }
  })

  it('to confirm and to cancel leave the intent paid or canceled, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, client_secret } = await sandbox.open()
      const confirm = async () => {
        const { statusCode } = await confirmCard(sandbox.application.visitor, client_secret)
        if (statusCode !== 200) throw new Error('not confirmed')
      }
      const cancel = () => sandbox.stripe.paymentIntents.cancel(id)
      const both = round % 2 ? [confirm(), cancel()] : [cancel(), confirm()]
      expect(await outcomes(both)).toEqual(['fulfilled', 'rejected'])
      const { status } = await sandbox.stripe.paymentIntents.retrieve(id)
      expect(await listCharges(id)).toEqual(status === 'succeeded' ? ['charge.succeeded'] : [])
      expect(['succeeded', 'canceled']).toContain(status)
    }
  })

  it('to refund create one refund, with one key or with two', async () => {
    const { id } = await sandbox.createConfirmed(VALID_CARD)
    const refund = (idempotencyKey: string) =>
      sandbox.stripe.refunds.create({ payment_intent: id }, { idempotencyKey: idempotencyKey + id })
    expect(await outcomes([refund('a'), refund('b')])).toEqual(['fulfilled', 'rejected'])
    expect(await listCharges(id)).toEqual(['charge.succeeded', 'charge.refunded'])
    const other = await sandbox.createConfirmed(VALID_CARD)
    const again = () =>
      sandbox.stripe.refunds.create({ payment_intent: other.id }, { idempotencyKey: `same${other.id}` })
    const [first, second] = await Promise.all([again(), again()])
    expect(second.id).toBe(first.id)
    expect(await listCharges(other.id)).toEqual(['charge.succeeded', 'charge.refunded'])
  })

  it('to refund parts refund no more than was paid', async () => {
    const { id } = await sandbox.createConfirmed(VALID_CARD)
    const part = () => sandbox.stripe.refunds.create({ payment_intent: id, amount: 2000 })
    expect(await outcomes([part(), part(), part()])).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    const { latest_charge } = await sandbox.stripe.paymentIntents.retrieve(id)
    expect((await sandbox.stripe.charges.retrieve(String(latest_charge))).amount_refunded).toBe(4000)
  })
})
