/** Follows disputes: while a bank decides on one, the provider refunds nothing, so that we refuse to. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import { isNotOver, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { CardIntent } from '#server/ports/card-provider.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { report } from './incidents.ts'
import { type PaymentRow, payments } from './payments.table.ts'
import { lock, refundInTransaction } from './refunds.ts'

const DISPUTED = "The cardholder disputes this payment with their bank. Respond in the card provider's dashboard."

/** Records whether a payment is disputed now, and reports a dispute to admins. At its end, the payment is refunded if its class is withdrawn or its run canceled. */
export async function checkDispute(ctx: SystemContext, read: PaymentRow, intent: CardIntent): Promise<void> {
  if (intent.disputed) await report(ctx, read, DISPUTED)
  const isDisputed = intent.disputed && (await ctx.cards.hasOpenDispute(intent.id))
  if (isDisputed === read.isDisputed) return
  // Both or neither: while the payment counts as disputed, the reconciliation checks it again.
  await inTransaction(ctx, async (tx) => {
    const { payment } = await lock(tx, read.id)
    await tx.update(payments).set({ isDisputed }).where(eq(payments.id, payment.id))
    if (isDisputed) await keepSeat(tx, payment)
    const reason = isDisputed ? null : await findRefundReason(tx, payment)
    if (reason) await refundInTransaction(ctx, tx, toSeat(payment), { reason, requestedBy: null })
  })
}

/** Returns the payment that has bought the seat, also of a move. */
function toSeat({ id, seatPaymentId }: PaymentRow): string {
  return seatPaymentId ?? id
}

/** Takes back a seat that is for sale again: nothing could be refunded for it. */
async function keepSeat(tx: Transaction, payment: PaymentRow): Promise<void> {
  const returns = await Enrolments.listReturns(tx, payment.runId)
  const enrolment = returns.find(({ paymentId }) => paymentId === toSeat(payment))
  if (enrolment) await Enrolments.setReturn(tx, enrolment, null)
}

/** Students of runs that were over when their class was withdrawn keep what they have bought. */
async function findRefundReason(tx: Transaction, payment: PaymentRow): Promise<'withdrawn' | 'run_canceled' | null> {
  const isAffected = and(isNotNull(classes.withdrawnAt), isNotOver(classes.withdrawnAt))
  const [row] = await tx
    .select({ isWithdrawn: sql<boolean>`coalesce(${isAffected}, false)`, canceledAt: runs.canceledAt })
    .from(enrolments)
    .innerJoin(runs, eq(runs.id, enrolments.runId))
    .innerJoin(classes, eq(classes.id, runs.classId))
    .where(and(eq(enrolments.paymentId, toSeat(payment)), isActive))
  if (row?.isWithdrawn) return 'withdrawn'
  return row && row.canceledAt !== null ? 'run_canceled' : null
}
