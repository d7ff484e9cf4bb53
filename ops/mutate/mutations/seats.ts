/** Mutations of holding and paying for seats. */
import type { Mutation } from '../mutation.ts'

const HOLDS = 'server/domains/payments/holds.ts'
const HOLD_LIMITS = 'server/domains/payments/hold-limits.ts'
const holdLimitsTest = 'server/domains/payments/hold-limits.test.ts'
const RECONCILE = 'server/domains/payments/reconcile.ts'
const ATTEMPTS = 'server/domains/payments/attempts.ts'
const SETTLE = 'server/domains/payments/settle.ts'
const attemptsTest = 'server/domains/payments/attempts.test.ts'
const paymentsTest = 'server/domains/payments/payments.test.ts'
const refundsTest = 'server/domains/payments/refunds.test.ts'

export const SEATS: Mutation[] = [
  {
    file: HOLD_LIMITS,
    find: 'if (own >= max)',
    replace: 'if (own > max)',
    rule: 'An account holds no more seats at once than the limit.',
    tests: [holdLimitsTest],
  },
  {
    file: HOLD_LIMITS,
    find: 'if (!emailConfirmed && unconfirmed >=',
    replace: 'if (!emailConfirmed && unconfirmed >',
    rule: 'Accounts with unconfirmed addresses together hold at most half of the unsold seats.',
    tests: [holdLimitsTest],
  },
  {
    file: HOLD_LIMITS,
    find: '  await lockAccount(tx, userId)\n',
    replace: '',
    rule: 'Concurrent calls of one account do not hold more seats than the limit.',
    tests: [holdLimitsTest],
  },
  {
    file: 'server/domains/payments/releases.ts',
    find: '  if (attempt) await releaseUnpaid(ctx, attempt)\n',
    replace: '',
    rule: 'Removing the cart item releases its hold.',
    tests: ['server/domains/payments/releases.test.ts'],
  },
  {
    file: HOLDS,
    find: 'if (seats <= claims.otherHolds)',
    replace: 'if (seats < claims.otherHolds)',
    rule: 'The last seat is held by one student at a time.',
    tests: [attemptsTest],
  },
  {
    file: HOLDS,
    find: 'return Date.now() >= heldSince + MAX_HOLD_MS',
    replace: 'return Date.now() >= heldSince + 2 * MAX_HOLD_MS',
    rule: 'A hold is renewed for an hour at most.',
    tests: [attemptsTest],
  },
  {
    file: 'server/domains/cart/cart.ts',
    find: 'if (ofStudent === price) return',
    replace: 'if (ofStudent !== null) return',
    rule: 'No student pays another price than the class has.',
    tests: [attemptsTest],
  },
  {
    file: RECONCILE,
    find: 'or(lt(attempts.heldUntil, now), isAhead(attempts.heldSince, now))',
    replace: 'isAhead(attempts.heldSince, now)',
    rule: 'The seat of an expired hold is released.',
    tests: [attemptsTest],
  },
  {
    file: RECONCILE,
    find: 'and(isOpen, or(lt(attempts.heldUntil, now), isAhead(attempts.heldSince, now)))',
    replace: 'isOpen',
    rule: 'A hold keeps its seat until it expires.',
    tests: [attemptsTest],
  },
  {
    file: ATTEMPTS,
    find: 'attempt.listPriceMinor === listPriceMinor && attempt.currency === currency',
    replace: 'listPriceMinor !== null && attempt.currency === currency',
    rule: 'An attempt at an earlier price is ended.',
    tests: [attemptsTest],
  },
  {
    file: SETTLE,
    find: '    if (existing) return existing\n',
    replace: '',
    rule: 'Concurrent reports of one payment settle it once.',
    tests: [paymentsTest],
  },
  {
    file: SETTLE,
    find: 'if (ownerId !== undefined && attempt.userId !== ownerId)',
    replace: 'if (ownerId === null)',
    rule: 'No student settles the payment of another.',
    tests: [paymentsTest],
  },
  {
    file: SETTLE,
    find: 'if (intent.amountMinor !== amountMinor || intent.currency !== currency)',
    replace: 'if (intent.amountMinor < amountMinor || intent.currency !== currency)',
    rule: 'A payment of another amount buys nothing and is refunded.',
    tests: [refundsTest],
  },
  {
    file: SETTLE,
    find: 'run.seats - (await countHolds(tx, eq(attempts.runId, runId)))',
    replace: 'run.seats + 0 * (await countHolds(tx, eq(attempts.runId, runId)))',
    rule: 'A payment after its hold never takes a seat that others hold.',
    tests: [refundsTest],
  },
]
