import { describe, expect, it } from 'vitest'
import { REFUND_REASONS, RETURN_REASONS } from '#contract/payments.ts'
import { describeProgress, describeReason, describeStatus, isReturned } from './refund-messages.ts'

const created_at = Date.UTC(2026, 10, 21, 23, 30)
const refund = { reason: 'cancelled', status: 'queued', created_at } as const

describe('a refund says', () => {
  it.each([
    ['queued', 'on its way to your card'],
    ['done', 'sent back on November 21, 2026 (UTC)'],
    ['failed', "we couldn't send it back yet and are looking into it"],
  ] as const)('how far it is: %s', (status, text) => {
    expect(describeProgress({ ...refund, status })).toBe(text)
  })

  it.each(REFUND_REASONS)('why it was made: %s', (reason) => {
    expect(describeReason({ ...refund, reason })).toMatch(/^[A-Z].+\.$/)
  })

  it.each([
    [null, 'Paid'],
    [refund, 'Refunded'],
    [{ ...refund, status: 'done' as const }, 'Refunded'],
    [{ ...refund, status: 'failed' as const }, 'Refund failed'],
  ])('the status of its payment: %j', (refund, status) => {
    expect(describeStatus({ refund })).toBe(status)
  })

  it('that the payment bought nothing only where that is so', () => {
    expect(REFUND_REASONS.filter((reason) => isReturned({ ...refund, reason }))).toEqual([...RETURN_REASONS])
  })
})
