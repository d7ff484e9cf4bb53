/**
 * The reconciliation job. It asks the provider about every unfinished order, so that a closed browser, a lost webhook event or a
 * crash loses nothing.
 */
import { and, eq, exists, isNotNull, lt, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { checkDispute } from './disputes.ts'
import { attempts, isFirst, isOpen, type PaymentRow, payments, refunds } from './payments.table.ts'
import { sendRefund } from './refund-sending.ts'
import { confirmIfPaid, endCheckout } from './settle.ts'
import { transitionPayment } from './transitions.ts'

/** Younger orders are most likely still in progress. */
const MIN_AGE_MS = 60_000

/** A refund's own job retries for days. Older ones were given up. */
const MIN_REFUND_AGE_MS = 24 * 60 * 60_000

const BATCH_SIZE = 500

/**
 * Reconciles one batch of each kind. A failure does not stop the others; the next run tries it again.
 * @param signal ends it after the current order
 * @throws AggregateError with all failures
 */
export async function reconcile(ctx: SystemContext, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const { db } = ctx
  const failures: unknown[] = []
  const forEach = async <T>(rows: Promise<T[]>, work: (row: T) => Promise<unknown>) => {
    for (const row of await rows) {
      if (signal?.aborted) return
      await work(row).catch((error: unknown) => failures.push(error))
    }
  }
  const isExpired = and(isOpen, isFirst, or(lt(attempts.heldUntil, now), isMoveOfNone(db)))
  const expired = db.select({ id: attempts.id }).from(attempts).where(isExpired).orderBy(attempts.heldUntil)
  await forEach(expired.limit(BATCH_SIZE), async ({ id }) => {
    // Read again: its student may have renewed the hold during the reconciliation of others.
    const [attempt] = await db
      .select({ id: attempts.id })
      .from(attempts)
      .where(and(eq(attempts.id, id), isExpired))
    if (attempt) await endCheckout(ctx, id)
  })
  const isWaiting = and(isOpen, isNotNull(attempts.intentId), lt(attempts.createdAt, now - MIN_AGE_MS))
  await forEach(db.select().from(attempts).where(isWaiting).limit(BATCH_SIZE), ({ intentId }) =>
    confirmIfPaid(ctx, intentId ?? ''),
  )
  const isUnconfirmed = and(eq(payments.status, 'pending'), lt(payments.createdAt, now - MIN_AGE_MS))
  await forEach(db.select().from(payments).where(isUnconfirmed).limit(BATCH_SIZE), (row) => confirm(ctx, row))
  const isDisputed = eq(payments.isDisputed, true)
  await forEach(db.select().from(payments).where(isDisputed).limit(BATCH_SIZE), (row) => recheckDispute(ctx, row))
  const isUnsent = and(eq(refunds.status, 'queued'), lt(refunds.createdAt, now - MIN_REFUND_AGE_MS))
  await forEach(db.select().from(refunds).where(isUnsent).limit(BATCH_SIZE), ({ id }) => sendRefund(ctx, id))
  if (failures.length) throw new AggregateError(failures, `${failures.length} orders could not be reconciled.`)
}

/** Matches orders of moves with a place that has ended, or that its student no longer has. */
function isMoveOfNone(db: Database) {
  const { paymentId, userId } = enrolments
  const moved = alias(attempts, 'moved')
  const isPlace = and(eq(paymentId, moved.seatPaymentId), eq(userId, moved.userId), isActive)
  const place = db.select({ id: enrolments.id }).from(enrolments).where(isPlace)
  const isGone = and(eq(moved.orderId, attempts.orderId), isNotNull(moved.seatPaymentId), notExists(place))
  return and(isNotNull(attempts.seatPaymentId), exists(db.select({ id: moved.id }).from(moved).where(isGone)))
}

async function recheckDispute(ctx: SystemContext, payment: PaymentRow): Promise<void> {
  const intent = await ctx.cards.getIntent(payment.transactionId)
  if (intent) await checkDispute(ctx, payment, intent)
}

/** An order that costs nothing by card has no intent. */
async function confirm(ctx: SystemContext, { id, transactionId, amountPaidMinor }: PaymentRow): Promise<void> {
  const isPaid = amountPaidMinor === 0 || (await ctx.cards.getIntent(transactionId))?.status === 'succeeded'
  if (isPaid) await inTransaction(ctx, (tx) => transitionPayment(tx, id, 'confirm'))
}
