/**
 * The order state machine: an attempt to pay for a seat, its payment, and the refunds that may follow. The attempts of an order move together. Every change of state is one of these
 * transitions. `npm run order-states` draws docs/order-states.md from them.
 */

export interface Transition {
  from: readonly string[]
  to: string
  /** The cause, as the diagram shows it. */
  when: string
}

export interface StateMachine {
  initial: { in: string; when: string }[]
  transitions: Record<string, Transition>
}

/** An open attempt holds a seat. */
export const ATTEMPT = {
  initial: [{ in: 'open', when: 'a seat is held' }],
  transitions: {
    settle: { from: ['open', 'released'], to: 'settled', when: 'the provider reports the money' },
    release: { from: ['open'], to: 'released', when: 'the intent is cancelled, the seat released' },
  },
} as const satisfies StateMachine

export const PAYMENT = {
  initial: [
    { in: 'pending', when: 'seat taken, student enrolled or moved' },
    { in: 'refunded', when: 'no seat, class, user or place to move, or a different amount' },
  ],
  transitions: {
    confirm: { from: ['pending'], to: 'paid', when: 'webhook event or reconciliation' },
    refund: {
      from: ['pending', 'paid'],
      to: 'refunded',
      when: 'something goes back and the seat has ended',
    },
    keep: { from: ['refunded'], to: 'paid', when: 'all of its refunds failed, or its student has another date' },
  },
} as const satisfies StateMachine

export const REFUND = {
  initial: [
    { in: 'queued', when: 'the payment or a part of it is refunded' },
    { in: 'done', when: 'made at the provider' },
  ],
  transitions: {
    finish: { from: ['queued'], to: 'done', when: 'the provider has sent the money, or it was refunded there' },
    fail: { from: ['queued', 'done'], to: 'failed', when: 'the provider could not; admins see it' },
    retry: { from: ['failed'], to: 'queued', when: 'an admin retries it' },
  },
} as const satisfies StateMachine
