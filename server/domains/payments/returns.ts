/** Seats that their students give back once they are sold again. */
import { and, eq } from 'drizzle-orm'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import type { LockedRun } from '#server/domains/classes/runs/seats.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { quoteCancellation, quoteResold } from './cancellation.ts'
import { payments } from './payments.table.ts'
import { type Locked, lock, refundInTransaction } from './refunds.ts'
import { listSeatPayments, OF_MOVES } from './seat-payments.ts'

/**
 * Offers the seat of one of the actor's payments for sale again, or takes it back. Returns 0 where that is so already.
 * @throws AppError NOT_FOUND, CANCEL_TOO_LATE without a seat or once its date has begun, PAYMENT_DISPUTED, RUN_CLOSED, NOT_RETURNABLE; BEING_PAID
 *   for a seat that is offered or in checkout
 */
export async function setReturn(ctx: Context, id: string, isOn: boolean): Promise<number> {
  const isOwn = and(eq(payments.id, parseId(id)), eq(payments.userId, ctx.actor.id))
  const [own] = await ctx.db.select({ id: payments.id }).from(payments).where(isOwn)
  const { id: paymentId } = orNotFound(own)
  return inTransaction(ctx, async (tx) => {
    const locked = await lock(tx, paymentId)
    const [enrolment] = await tx
      .select()
      .from(enrolments)
      .where(and(eq(enrolments.paymentId, paymentId), isActive))
    if (!enrolment) throw new AppError('CANCEL_TOO_LATE', 'Your enrolment has ended.')
    if ((enrolment.returnsSince !== null) === isOn) return 0
    if (isOn) await requireReturnable(tx, locked, enrolment)
    else await requireUnreserved(tx, locked.chosen, enrolment)
    await Enrolments.setReturn(tx, enrolment, isOn ? Date.now() : null)
    return 1
  })
}

async function requireReturnable(
  tx: Transaction,
  { payment, chosen: { run, isOnOffer } }: Locked,
  enrolment: Enrolments.EnrolmentRow,
): Promise<void> {
  if ((await listSeatPayments(tx, payment)).some((one) => one.isDisputed)) throw new AppError('PAYMENT_DISPUTED')
  const now = Date.now()
  const purchase = await readPurchase(tx, { payment, run, enrolment })
  if (quoteCancellation(purchase, now) === null) throw new AppError('CANCEL_TOO_LATE')
  if (!isOnOffer || !Runs.canEnroll(run)) throw new AppError('RUN_CLOSED')
  if (quoteResold(purchase, now) === null) throw new AppError('NOT_RETURNABLE')
}

async function readPurchase<Purchase extends Pick<Locked, 'payment'>>(tx: Transaction, purchase: Purchase) {
  const { id, termsVersionId } = purchase.payment
  const [row] = await tx.select(OF_MOVES).from(payments).where(eq(payments.id, id))
  return { ...purchase, ...must(row), version: await Terms.readVersion(tx, termsVersionId) }
}

/**
 * Requires that no one is offered a seat that is for sale again, or pays for it: those who hold one beyond the unsold ones get the seats that were
 * offered for sale first.
 * @throws AppError BEING_PAID
 */
export async function requireUnreserved(
  tx: Transaction,
  { run }: LockedRun,
  { id }: Enrolments.EnrolmentRow,
): Promise<void> {
  const earlier = (await Enrolments.listReturns(tx, run.id)).findIndex((row) => row.id === id)
  if (earlier < run.held - run.seats) throw new AppError('BEING_PAID', RESERVED)
}

const RESERVED = 'Another student is being offered your seat, or paying for it. Try again later.'

/** Ends the enrolment of a locked run whose seat was offered for sale first, and refunds what its terms give: its seat is free for a sale then. */
export async function resell(ctx: SystemContext, tx: Transaction, runId: string): Promise<void> {
  const [enrolment] = await Enrolments.listReturns(tx, runId)
  const paymentId = must(must(enrolment).paymentId)
  const { payment, chosen } = await lock(tx, paymentId)
  const purchase = await readPurchase(tx, { payment, run: chosen.run, enrolment: must(enrolment) })
  const now = Date.now()
  // A cancellation gives more after the school has moved the date.
  const back = quoteResold(purchase, now) ?? quoteCancellation(purchase, now) ?? { refundMinor: 0, creditMinor: 0 }
  const { refundMinor: amountMinor, creditMinor } = back
  const order = { reason: 'resold', requestedBy: null, keepsSeat: false } as const
  await refundInTransaction(ctx, tx, payment.id, { ...order, amountMinor, creditMinor })
}
