import { describe, expect, it } from 'vitest'
import { hasSeat } from './paid-price.ts'

describe('a payment that is shown with an enrolment', () => {
  it('has a seat that has not ended, also one of which a part went back', () => {
    expect(hasSeat({ ended: null, status: 'paid' })).toBe(true)
    expect(hasSeat({ ended: { at: 1, why: 'cancelled' }, status: 'paid' })).toBe(false)
  })

  it('is none whose money was returned, since it could buy no seat or pay for no move', () => {
    expect(hasSeat({ ended: null, status: 'refunded' })).toBe(false)
  })
})
