/**
 * The order’s life: an attempt to pay, the payment that it becomes, and the refund that may follow; where each begins, and the
 * steps that it can take. Nothing else moves an order, and docs/order-life.md is drawn from this table.
 */

export interface Step {
  from: readonly string[]
  to: string
  /** What brings it about, as the drawing says it. */
  when: string
}

export interface Life {
  begins: { in: string; when: string }[]
  steps: Record<string, Step>
}

/** Holds a seat while it is open. */
export const ATTEMPT = {
  begins: [{ in: 'open', when: 'a seat is held' }],
  steps: {
    settle: { from: ['open', 'released'], to: 'settled', when: 'the provider says that it is paid' },
    release: { from: ['open'], to: 'released', when: 'its intent is cancelled, the seat let go' },
  },
} as const satisfies Life

export const PAYMENT = {
  begins: [
    { in: 'pending', when: 'seat taken, enrolled' },
    { in: 'refunded', when: 'seat, class or user gone, or another sum' },
  ],
  steps: {
    confirm: { from: ['pending'], to: 'paid', when: 'the provider’s own notice, or the job that asks' },
    refund: { from: ['pending', 'paid'], to: 'refunded', when: 'cancelled, refunded, withdrawn; the seat comes back' },
  },
} as const satisfies Life

export const REFUND = {
  begins: [{ in: 'queued', when: 'with the payment’s refund' }],
  steps: {
    finish: { from: ['queued'], to: 'done', when: 'the provider has sent the money back' },
    fail: { from: ['queued', 'done'], to: 'failed', when: 'the provider could not: shown to admins' },
    retry: { from: ['failed'], to: 'queued', when: 'an admin has it tried again' },
  },
} as const satisfies Life
