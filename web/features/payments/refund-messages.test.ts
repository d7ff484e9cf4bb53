import { describe, expect, it } from 'vitest'
import { REFUND_REASONS, RETURN_REASONS } from '#contract/payments.ts'
import { describeProgress, describeReason, describeStatus, isReturned } from './refund-messages.ts'

const created_at = Date.UTC(2026, 10, 21, 23, 30)
const refund = { method: 'card' as const, amount: 10, reason: 'cancelled', status: 'queued', created_at } as const
const ended = { at: created_at, why: 'cancelled' } as const

describe('a refund says', () => {
  it.each([
    ['queued', 'on its way to your card'],
    ['done', 'sent back on November 21, 2026 (UTC)'],
    ['failed', "we couldn't send it back yet and are looking into it"],
  ] as const)('how far it is: %s', (status, text) => {
    expect(describeProgress({ ...refund, status })).toBe(text)
  })

  it.each(REFUND_REASONS)('why it was made: %s', (reason) => {
    expect(describeReason({ ...refund, reason }, { ended })).toMatch(/^[A-Z].+\.$/)
  })

  it.each([
    [null, 0, 'Paid'],
    [refund, 10, 'Refunded'],
    [{ ...refund, status: 'done' as const }, 10, 'Refunded'],
    [{ ...refund, amount: 4 }, 4, 'Partly refunded'],
    [{ ...refund, status: 'failed' as const }, 0, 'Refund failed'],
  ])('the status of its payment: %j, %d of 10', (refund, refunded, status) => {
    const payment = { refund, refunded, credited: 0, price: 10, currency: 'usd', status: 'paid' } as const
    expect(describeStatus(payment)).toBe(status)
  })

  it('that a seat which cost nothing was not bought', () => {
    const payment = { refund: null, refunded: 0, credited: 0, price: 0, currency: 'usd', status: 'refunded' } as const
    expect(describeStatus(payment)).toBe('Nothing bought')
  })

  it('whether the student keeps the seat', () => {
    expect(describeReason({ ...refund, reason: 'refunded' }, { ended: null })).toContain('You stay enrolled')
    expect(describeReason({ ...refund, reason: 'refunded' }, { ended })).toContain('has ended')
    expect(describeReason({ ...refund, reason: 'seat_gone' }, { ended: null })).toContain('not enrolled')
  })

  it('that the payment bought nothing only where that is so', () => {
    expect(REFUND_REASONS.filter((reason) => isReturned({ ...refund, reason }))).toEqual([...RETURN_REASONS])
  })
})
