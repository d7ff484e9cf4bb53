/**
 * Records which students have read the material of a class, and limits how often they cancel after that. Otherwise a student could
 * enrol, read and cancel again and again.
 */
import { and, count, eq, gte, sql } from 'drizzle-orm'
import { MAX_CANCELLATIONS_AFTER_READING } from '#contract/values/limits.ts'
import { payments, refunds } from '#server/domains/payments/payments.table.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { enrolments, isActive, materialReadings } from './enrolments.table.ts'

/**
 * Records that the student of a payment has read the material. It counts for the buyer, who cancels, also where a substitute has read it.
 * It locks the enrolment, so that a cancellation at the same time either counts the reading or comes first.
 * @throws AppError NOT_FOUND where the enrolment has ended
 */
export async function recordReading(ctx: Context, paymentId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isOwn = and(eq(enrolments.paymentId, paymentId), isActive)
    const [locked] = await tx
      .select({ userId: payments.userId, classId: enrolments.classId })
      .from(enrolments)
      .innerJoin(payments, eq(payments.id, enrolments.paymentId))
      .where(isOwn)
      .for('share', { of: enrolments })
    const { userId, classId } = orNotFound(locked)
    const values = { paymentId, userId, classId, createdAt: Date.now() }
    await tx.insert(materialReadings).values(values).onConflictDoNothing()
  })
}

/** Requires that a student may cancel a payment for a refund. @throws AppError CANCEL_USED_UP */
export async function requireCancellable(tx: Database, paymentId: string, userId: string): Promise<void> {
  if ((await listUncancellable(tx, userId)).has(paymentId)) throw new AppError('CANCEL_USED_UP')
}

/** Returns the payments that a student can no longer cancel: they have read the material after too many cancellations. */
export async function listUncancellable(db: Database, userId: string): Promise<Set<string>> {
  const usedUp = db
    .select({ classId: materialReadings.classId })
    .from(materialReadings)
    .innerJoin(refunds, eq(refunds.paymentId, materialReadings.paymentId))
    .where(and(eq(materialReadings.userId, userId), eq(refunds.reason, 'cancelled')))
    .groupBy(materialReadings.classId)
    .having(gte(count(), MAX_CANCELLATIONS_AFTER_READING))
    .as('used_up')
  const rows = await db
    .select({ paymentId: materialReadings.paymentId })
    .from(materialReadings)
    .innerJoin(usedUp, eq(usedUp.classId, materialReadings.classId))
    .where(eq(materialReadings.userId, userId))
  return new Set(rows.map(({ paymentId }) => paymentId))
}

/** Times the student of an enrolment may still cancel its class after reading the material. */
export const cancellationsLeft = sql`greatest(0, ${MAX_CANCELLATIONS_AFTER_READING} - (
  select count(*) from ${materialReadings} as earlier
  inner join ${refunds} as cancelled on cancelled.payment_id = earlier.payment_id and cancelled.reason = 'cancelled'
  where earlier.user_id = ${enrolments.userId} and earlier.class_id = ${enrolments.classId}
))`.mapWith(Number)
