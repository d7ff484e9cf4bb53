/** Mutations of cancellations, refunds and withdrawals. */
import type { Mutation } from '../mutation.ts'

const REFUNDS = 'server/domains/payments/refunds.ts'
const WITHDRAWALS = 'server/domains/payments/withdrawals.ts'
const refundsTest = 'server/domains/payments/refunds.test.ts'
const withdrawalsTest = 'server/domains/payments/withdrawals.test.ts'

export const ORDERS: Mutation[] = [
  {
    file: 'server/domains/payments/cancellation.ts',
    find: 'Math.min(createdAt + cancelDays * DAY_MS',
    replace: 'Math.min(createdAt + cancelDays * DAY_MS + 3_600_000',
    rule: 'A student may cancel until the cancellation period ends, and not an hour longer.',
    tests: [refundsTest],
  },
  {
    file: REFUNDS,
    find: 'if (existing) return 0',
    replace: "if (existing && reason === 'withdrawn') return 0",
    rule: 'A payment is refunded once, however often it is canceled.',
    tests: [refundsTest],
  },
  {
    file: REFUNDS,
    find: '  await Enrolments.end(tx, eq(',
    replace: '  if (reason === "withdrawn") await Enrolments.end(tx, eq(',
    rule: 'A refund ends the enrolment and frees the seat.',
    tests: [refundsTest],
  },
  {
    file: REFUNDS,
    find: "if (payment.isDisputed && reason !== 'at_provider') {",
    replace: "if (payment.isDisputed && reason === 'withdrawn') {",
    rule: 'A disputed payment is neither cancelled nor refunded.',
    tests: ['server/domains/payments/disputes.test.ts'],
  },
  {
    file: REFUNDS,
    find: "return transitionPayment(tx, payment.id, 'keep')",
    replace: 'return true',
    rule: 'A payment whose refund failed does not show as refunded.',
    tests: ['server/domains/payments/disputes.test.ts'],
  },
  {
    file: REFUNDS,
    find: "if (reason === 'cancelled') await requireCancellable",
    replace: "if (reason === 'refunded') await requireCancellable",
    rule: 'After reading the material, a class is cancelled at most twice.',
    tests: ['server/domains/enrolments/readings.test.ts'],
  },
  {
    file: 'server/domains/payments/transitions.ts',
    find: "const round = step === 'retry' ?",
    replace: "const round = step === 'retry' && problem ?",
    rule: 'A retried refund is a new request to the provider, not a repetition of the failed one.',
    tests: [refundsTest],
  },
  {
    file: 'server/domains/payments/state-machine.ts',
    find: "confirm: { from: ['pending']",
    replace: "confirm: { from: ['pending', 'refunded']",
    rule: 'A late webhook event never turns a refunded payment into a paid one.',
    tests: ['server/domains/payments/webhook-events.test.ts'],
  },
  {
    file: WITHDRAWALS,
    find: 'Classes.limitToOwner(actor) })\n    if (row.withdrawnAt',
    replace: "actor.role === 'student' ? actor.id : undefined })\n    if (row.withdrawnAt",
    rule: 'No instructor withdraws the class of another.',
    tests: [withdrawalsTest],
  },
  {
    file: WITHDRAWALS,
    find: 'if (row.withdrawnAt !== null) return 0',
    replace: 'if (row.withdrawnAt === 0) return 0',
    rule: 'A class is withdrawn once.',
    tests: [withdrawalsTest],
  },
  {
    file: WITHDRAWALS,
    find: 'const failures = await endAttempts(ctx, open)',
    replace: 'const failures: unknown[] = []',
    rule: 'A student who pays while the class is withdrawn gets the money back.',
    tests: [withdrawalsTest],
  },
]
