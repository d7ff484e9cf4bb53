/** Takes the steps of the order’s life, in the database: only from where they begin, so that of two at once one does. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { ATTEMPT, PAYMENT, REFUND } from './life.ts'
import { attempts, payments, refunds } from './payments.table.ts'

/** Each answers whether the step was taken. Takes the transaction of whatever else the step means. */

/** @param only what else must hold for the step. A hold that ends early has ended now. */
export async function moveAttempt(
  tx: Database,
  id: string,
  step: keyof typeof ATTEMPT.steps,
  only?: SQL,
): Promise<boolean> {
  const { from, to } = ATTEMPT.steps[step]
  const here = and(eq(attempts.id, id), inArray(attempts.status, [...from]), only)
  const heldUntil = sql`least(${attempts.heldUntil}, ${Date.now()})`
  return (
    (await tx.update(attempts).set({ status: to, heldUntil }).where(here).returning({ id: attempts.id })).length === 1
  )
}

export async function movePayment(tx: Database, id: string, step: keyof typeof PAYMENT.steps): Promise<boolean> {
  const { from, to } = PAYMENT.steps[step]
  const here = and(eq(payments.id, id), inArray(payments.status, [...from]))
  return (await tx.update(payments).set({ status: to }).where(here).returning({ id: payments.id })).length === 1
}

/** @param problem what the provider said, where it could not. A retry begins another round. */
export async function moveRefund(
  tx: Database,
  id: string,
  step: keyof typeof REFUND.steps,
  problem: string | null = null,
): Promise<boolean> {
  const { from, to } = REFUND.steps[step]
  const here = and(eq(refunds.id, id), inArray(refunds.status, [...from]))
  const round = step === 'retry' ? sql`${refunds.round} + 1` : refunds.round
  const taken = { status: to, problem, round }
  return (await tx.update(refunds).set(taken).where(here).returning({ id: refunds.id })).length === 1
}
