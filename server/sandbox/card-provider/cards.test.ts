import { describe, expect, it } from 'vitest'
import { confirmCard, VALID_CARD } from '../../../testing/paying.ts'
import { openSandboxForFile } from '../../../testing/sandbox.ts'
import { getTestCard, TEST_NUMBERS } from './cards.ts'

const sandbox = openSandboxForFile()

/** Confirms an intent with a card, and returns the error. */
async function readError(number: string, overrides: { exp_year?: string; cvc?: string } = {}) {
  const { client_secret } = await sandbox.open()
  const response = await confirmCard(sandbox.application.visitor, client_secret, number, overrides)
  return response.statusCode === 200 ? null : response.json().error
}

describe('the test cards', () => {
  it('are 37 valid numbers, and behave as documented', async () => {
    expect(TEST_NUMBERS).toHaveLength(37)
    for (const number of TEST_NUMBERS) {
      const { brand, requiresAuthentication, decline } = getTestCard({ number })
      const { client_secret, id } = await sandbox.open()
      await confirmCard(sandbox.application.visitor, client_secret, number, { cvc: brand === 'amex' ? '1234' : '123' })
      const { status, last_payment_error } = await sandbox.stripe.paymentIntents.retrieve(id)
      const expected = requiresAuthentication ? 'requires_action' : decline ? 'requires_payment_method' : 'succeeded'
      expect([number, status]).toEqual([number, expected])
      if (!requiresAuthentication) expect([number, last_payment_error?.code]).toEqual([number, decline?.[0]])
    }
  })

  it.each([
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4100000000000019', 'card_declined', 'fraudulent'],
  ])('%s is declined with %s, %s', async (number, code, decline_code) => {
    const error = await readError(number)
    expect(error).toMatchObject({ type: 'card_error', code, payment_intent: { status: 'requires_payment_method' } })
    expect(error.decline_code).toBe(decline_code)
  })

  it('leave a failed charge when the bank declines, and none when the bank was not asked', async () => {
    const declined = await sandbox.createConfirmed('4000000000009995')
    const charge = await sandbox.stripe.charges.retrieve(String(declined.latest_charge))
    expect(charge).toMatchObject({ status: 'failed', paid: false, failure_code: 'card_declined', amount_captured: 0 })
    expect(declined.last_payment_error).toMatchObject({ charge: charge.id, decline_code: 'insufficient_funds' })
    expect((await sandbox.createConfirmed('4242424242424241')).latest_charge).toBeNull()
  })

  it('have a CVC of four digits at American Express, and of three elsewhere', async () => {
    expect(await readError('378282246310005', { cvc: '1234' })).toBeNull()
    expect(await readError('378282246310005')).toMatchObject({ code: 'invalid_cvc' })
    expect(await readError(VALID_CARD, { cvc: '1234' })).toMatchObject({ code: 'invalid_cvc' })
    expect(await readError(VALID_CARD, { cvc: 'abc' })).toMatchObject({ code: 'invalid_cvc' })
  })

  it('expire at the end of their month', async () => {
    expect(await readError(VALID_CARD, { exp_year: '2020' })).toMatchObject({ code: 'invalid_expiry_year' })
  })

  it('are the only accepted numbers: another one is declined, and not stored', async () => {
    expect(await readError('4539578763621486')).toMatchObject({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    })
  })

  it('appear in their charge with brand and last four digits only', async () => {
    const paid = await sandbox.createConfirmed('4000000000000101')
    const charge = await sandbox.stripe.charges.retrieve(String(paid.latest_charge))
    expect(charge).toMatchObject({
      object: 'charge',
      status: 'succeeded',
      amount: 4999,
      captured: true,
      refunded: false,
      payment_intent: paid.id,
      payment_method_details: { card: { brand: 'visa', last4: '0101', checks: { cvc_check: 'fail' } } },
    })
    expect(JSON.stringify([paid, charge])).not.toContain('4000000000000101')
  })
})
