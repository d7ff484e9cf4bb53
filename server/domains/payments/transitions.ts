/** Applies the transitions of the order state machine. Of two concurrent transitions from one state, one is applied. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { attempts, payments, type RefundRow, refunds } from './payments.table.ts'
import { ATTEMPT, PAYMENT, REFUND } from './state-machine.ts'

/** Returns how many attempts of a filter the transition was applied to. A hold that ends early has ended now; the caller frees its seats. */
export async function transitionAttempts(
  tx: Transaction,
  step: keyof typeof ATTEMPT.transitions,
  filter: SQL | undefined,
): Promise<number> {
  const { from, to } = ATTEMPT.transitions[step]
  const isReady = and(filter, inArray(attempts.status, [...from]))
  const heldUntil = sql`least(${attempts.heldUntil}, ${Date.now()})`
  const updated = await tx
    .update(attempts)
    .set({ status: to, heldUntil, heldSeats: 0 })
    .where(isReady)
    .returning({ id: attempts.id })
  return updated.length
}

/** Returns whether the transition was applied. */
export async function transitionPayment(
  tx: Transaction,
  id: string,
  step: keyof typeof PAYMENT.transitions,
): Promise<boolean> {
  return (await transitionPayments(tx, [id], step)) === 1
}

/** Returns how many payments the transition was applied to. It is one statement. */
export async function transitionPayments(
  db: Database,
  ids: string[],
  step: keyof typeof PAYMENT.transitions,
): Promise<number> {
  const { from, to } = PAYMENT.transitions[step]
  const isReady = and(inArray(payments.id, ids), inArray(payments.status, [...from]))
  return (await db.update(payments).set({ status: to }).where(isReady).returning({ id: payments.id })).length
}

/** Returns whether the transition was applied. `report` is what the provider tells. A retry begins another round. */
export async function transitionRefund(
  tx: Transaction,
  id: string,
  step: keyof typeof REFUND.transitions,
  report: Partial<Pick<RefundRow, 'problem' | 'providerId' | 'amountMinor'>> = {},
): Promise<boolean> {
  const { from, to } = REFUND.transitions[step]
  const isReady = and(eq(refunds.id, id), inArray(refunds.status, [...from]))
  const retried = step === 'retry' ? { round: sql`${refunds.round} + 1`, providerId: null } : {}
  const values = { status: to, problem: null, ...retried, ...report }
  const updated = await tx.update(refunds).set(values).where(isReady).returning({ id: refunds.id })
  return updated.length === 1
}
