/** Refunds: recorded first, then sent by a job (refund-sending.ts). A payment may have several, never more than was paid. */
import { and, eq, type SQL } from 'drizzle-orm'
import type { Action } from '#contract/activity.ts'
import { type HandMethod, METHOD_WORDS } from '#contract/payment-methods.ts'
import type { RefundReason, ReturnReason } from '#contract/payments.ts'
import { formatMoney } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { type LockedRun, lockAllForSale, lockForSale } from '#server/domains/classes/runs/seats.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { requireCancellable } from '#server/domains/enrolments/readings.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { countPaid, countReturned, type Parts } from './amounts.ts'
import { describeRefunds, openCanceledEmail, type Refunded } from './canceled-run.emails.ts'
import { composeGivenUpEmail, composeRefundEmail } from './payments.emails.ts'
import { type NewRefund, type PaymentRow, payments, refunds } from './payments.table.ts'
import { emitRefunded, emitSent } from './refund-events.ts'
import { queueSending } from './refund-jobs.ts'
import { composeEndedEmail, composeWithdrawnEmail } from './seat-changes.emails.ts'
import { divide, listSeatPayments, type Share, sumLeft } from './seat-payments.ts'
import { transitionPayment } from './transitions.ts'

type Ctx = Pick<SystemContext, 'jobs' | 'publicUrl'>

/** Records a refund of a payment that has its new status, tells the webhooks, and queues the job that sends the money unless it is sent or credit. */
export async function insertRefund(
  ctx: Ctx,
  tx: Transaction,
  payment: PaymentRow,
  refund: Omit<NewRefund, 'paymentId' | 'createdAt'>,
): Promise<void> {
  const values = { ...refund, paymentId: payment.id, createdAt: Date.now() }
  const [created] = await tx.insert(refunds).values(values).returning({ id: refunds.id, status: refunds.status })
  const { id, status } = must(created)
  if (status === 'queued') await queueSending(ctx, tx, payment, { id, amountMinor: refund.amountMinor })
  await emitRefunded(ctx, tx, payment, values)
  if (status === 'done' && values.method !== 'credit') await emitSent(ctx, tx, id)
}

/** Actions that the activity log records for each refund. A withdrawal is recorded once for the whole class. */
const ACTIONS: Partial<Record<RefundReason, Action>> = { cancelled: 'payment_cancelled', refunded: 'payment_refunded' }

export interface RefundOrder {
  reason: Exclude<RefundReason, ReturnReason | 'moved'>
  /** The user who requested it; null for an automatic refund. */
  requestedBy: string | null
  /** All that is left of the payment and its surcharges by default. It goes to the cards as far as they paid, the rest becomes credit. */
  amountMinor?: number | undefined
  /** Amount that becomes credit beside it. */
  creditMinor?: number | undefined
  /** Method by which the school has paid that credit out. */
  byHand?: HandMethod | undefined
  /** True if the student stays enrolled: by default where something stays paid. */
  keepsSeat?: boolean | undefined
  /** An admin's reason. */
  note?: string | undefined
  /** True if the student has read of the cancellation before, and has chosen what goes back. */
  isChosen?: boolean | undefined
  /** Takes what goes back to the buyer, for the one e-mail about several payments. */
  onRefunded?: ((refunded: Refunded) => void) | undefined
}

/**
 * Refunds a payment or a part of it, ends its enrolment unless the student keeps the seat, e-mails the student and queues the money. Returns 0
 * where nothing is left to refund and to end.
 * @throws AppError NOT_FOUND, PAYMENT_DISPUTED, CANCEL_USED_UP, REFUND_TOO_LARGE
 */
export async function refund(ctx: SystemContext, paymentId: string, order: RefundOrder): Promise<number> {
  return inTransaction(ctx, (tx) => refundInTransaction(ctx, tx, paymentId, order))
}

/** `refund`, together with what else the caller writes. Locks the class first, as every sale does. What goes back for a seat is taken from the newest of its payments first. */
export async function refundInTransaction(
  ctx: SystemContext,
  tx: Transaction,
  paymentId: string,
  { reason, requestedBy, note, ...order }: RefundOrder,
): Promise<number> {
  const { chosen, payment } = await lock(tx, paymentId)
  if (isElsewhere(chosen, reason)) return 0
  const all = await listSeatPayments(tx, payment)
  const shares = split(all, order)
  const amountMinor = sumMoney(shares)
  // A move is refunded without the seat that it has moved.
  const keepsSeat = payment.seatPaymentId !== null || (order.keepsSeat ?? amountMinor < sumLeft(all))
  if (all.some(({ isDisputed }) => isDisputed) && amountMinor > 0) {
    // The students are refunded by a job. The end of the dispute refunds this one.
    if (reason === 'withdrawn' || reason === 'run_canceled') return 0
    throw new AppError('PAYMENT_DISPUTED')
  }
  const ended = keepsSeat ? [] : await Enrolments.end(tx, matchesSeat(payment), { reason, by: requestedBy })
  if (amountMinor === 0 && ended.length === 0) return 0
  if (reason === 'cancelled' && amountMinor > 0) await requireCancellable(tx, paymentId, payment.userId)
  const { byHand = null } = order
  await insertShares(ctx, tx, shares, { reason, requestedBy, note: note ?? null, byHand })
  await recordAction(tx, payment, { reason, requestedBy, note, amountMinor, byHand: order.byHand })
  const isEnrolled = keepsSeat && (await hasSeat(tx, payment))
  const common = { chosen, reason, requestedBy, byHand, isEnrolled, isChosen: order.isChosen }
  for (const [userId, own] of Map.groupBy(shares, (share) => share.payment.userId)) {
    const isBuyer = userId === payment.userId
    // A substitute who has paid for a move, of which nothing goes back.
    if (!isBuyer && sumMoney(own) === 0) continue
    await emailRefund(ctx, tx, { ...common, shares: own, onRefunded: isBuyer ? order.onRefunded : undefined })
  }
  await tellStudents(ctx, tx, { payment, chosen, ended, reason })
  return 1
}

/** Returns whether a seat was moved away since its class was withdrawn or its date canceled: its student keeps it. */
function isElsewhere({ run, class: row }: LockedRun, reason: RefundReason): boolean {
  return (reason === 'withdrawn' && row.withdrawnAt === null) || (reason === 'run_canceled' && run.canceledAt === null)
}

/** Divides what goes back of the payments of a seat. @throws AppError REFUND_TOO_LARGE */
function split(
  all: PaymentRow[],
  { amountMinor, creditMinor = 0 }: Pick<RefundOrder, 'amountMinor' | 'creditMinor'>,
): Share[] {
  const left = sumLeft(all)
  const wanted = amountMinor ?? left - creditMinor
  if (wanted + creditMinor > left) throw new AppError('REFUND_TOO_LARGE', describeRest(left, must(all[0]).currency))
  return divide(all, wanted, creditMinor)
}

function sumMoney(shares: readonly Parts[]): number {
  return shares.reduce((sum, { cardMinor, givenMinor }) => sum + cardMinor + givenMinor, 0)
}

async function insertShares(
  ctx: Ctx,
  tx: Transaction,
  shares: Share[],
  { byHand, ...refund }: Pick<NewRefund, 'reason' | 'requestedBy' | 'note' | 'byHand'>,
): Promise<void> {
  for (const { payment: paid, cardMinor, givenMinor } of shares) {
    const payment = { ...paid, status: await updateStatus(tx, paid, countReturned(paid) + cardMinor + givenMinor) }
    if (cardMinor > 0) await insertRefund(ctx, tx, payment, { ...refund, amountMinor: cardMinor })
    if (givenMinor > 0) await giveCredit(ctx, tx, payment, { ...refund, byHand, amountMinor: givenMinor })
  }
}

/** Records what goes back of a payment as credit, or by hand. A buyer who has deleted their account forgoes credit. */
export async function giveCredit(
  ctx: Ctx,
  tx: Transaction,
  payment: PaymentRow,
  refund: Omit<NewRefund, 'paymentId' | 'createdAt' | 'method' | 'status'>,
): Promise<void> {
  await insertRefund(ctx, tx, payment, { ...refund, method: 'credit', status: 'done' })
  const { userId, currency } = payment
  const { byHand: method, amountMinor, requestedBy: createdBy } = refund
  if (method) return Credit.recordByHand(tx, { userId, method, amountMinor: -amountMinor, currency, createdBy })
  const { deletedAt } = await Users.read(tx, userId)
  if (deletedAt !== null) await Credit.forgo(tx, userId, currency)
}

async function recordAction(
  tx: Transaction,
  payment: PaymentRow,
  { reason, requestedBy, note, amountMinor, byHand }: RefundOrder & { amountMinor: number },
): Promise<void> {
  const { id, receipt, currency } = payment
  const action = ACTIONS[reason]
  if (!action || requestedBy === null) return
  const how = byHand ? ` ${METHOD_WORDS[byHand]}` : ''
  const part = how || amountMinor < countPaid(payment) ? [`${formatMoney(amountMinor, currency)}${how}`] : []
  const message = [...part, ...(note ? [note] : [])].join(': ') || undefined
  await Activity.record(tx, { id: requestedBy }, { action, subject: String(receipt), subjectId: id, message })
}

interface SentRefund extends Pick<RefundOrder, 'reason' | 'requestedBy' | 'isChosen' | 'onRefunded'> {
  byHand?: HandMethod | null
  /** Of one payer, at least one; the last one has bought the seat. */
  shares: readonly Share[]
  chosen: LockedRun
  isEnrolled: boolean
}

/** Tells the student what goes back, and whether they keep their seat. The address of the payment may have been a mistyped one. */
export async function emailRefund(
  ctx: SystemContext,
  tx: Transaction,
  { shares, chosen, reason, isEnrolled, byHand = null, ...order }: SentRefund,
): Promise<void> {
  const user = await Users.read(tx, must(shares[0]).payment.userId)
  const recipient = Users.toRecipient(user)
  const all = shares.map(({ payment, cardMinor, givenMinor }) => {
    // Credit of a deleted account is given up at once.
    return { ...payment, email: user.email, cardMinor, givenMinor: user.deletedAt === null ? givenMinor : 0, byHand }
  })
  const [first = must(all.at(-1)), ...others] = all.filter((one) => sumMoney([one]) > 0).toReversed()
  const amountMinor = sumMoney(all)
  if (amountMinor === 0 && sumMoney(shares) > 0) return
  if (order.onRefunded) return [first, ...others].forEach(order.onRefunded)
  // Students of a disputed payment have read of the cancellation before.
  if (reason === 'run_canceled' && order.requestedBy !== null && !order.isChosen)
    return sendCanceled(ctx, tx, chosen.run.id, [first, ...others])
  if (amountMinor === 0 && reason === 'cancelled')
    return ctx.mail.send(tx, composeGivenUpEmail(all, chosen.run, recipient.greeting))
  if (amountMinor === 0) return ctx.mail.send(tx, composeEndedEmail(chosen, user.email, recipient.greeting))
  await emailRefunds(ctx, tx, [first, ...others], { reason, chosen, isEnrolled })
}

/** E-mails a buyer once what goes back for seats of a run. */
export async function emailRefunds(
  ctx: SystemContext,
  tx: Transaction,
  refunded: readonly [Refunded, ...Refunded[]],
  { reason, chosen: { run }, isEnrolled = false }: Pick<SentRefund, 'reason' | 'chosen'> & { isEnrolled?: boolean },
): Promise<void> {
  const buyer = await Users.read(tx, refunded[0].userId)
  const keepsOthers = reason !== 'withdrawn' && (await Enrolments.isEnrolled(tx, buyer.id, run))
  const described = { reason, run, isEnrolled, keepsOthers }
  await ctx.mail.send(tx, composeRefundEmail(ctx, refunded, described, Users.greet(buyer)))
}

/** E-mails the buyer of seats of a canceled date, once. @param refunded at least one, of which nothing may go back */
async function sendCanceled(
  ctx: SystemContext,
  tx: Transaction,
  runId: string,
  refunded: readonly Refunded[],
): Promise<void> {
  const compose = await openCanceledEmail(ctx, tx, runId)
  const buyer = await Users.read(tx, must(refunded[0]).userId)
  const withMoney = refunded.filter(({ cardMinor, givenMinor }) => cardMinor + givenMinor > 0)
  await ctx.mail.send(tx, compose(Users.toRecipient(buyer), describeRefunds(ctx, withMoney)))
}

/** Refunds the seats that one buyer has of a canceled date, and e-mails them once. */
export async function refundCanceled(
  ctx: SystemContext,
  runId: string,
  { paymentIds, requestedBy }: { paymentIds: readonly string[]; requestedBy: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const refunded: Refunded[] = []
    const order = { reason: 'run_canceled', requestedBy, onRefunded: (each: Refunded) => refunded.push(each) } as const
    for (const id of paymentIds) await refundInTransaction(ctx, tx, id, order)
    if (refunded.length > 0) await sendCanceled(ctx, tx, runId, refunded)
  })
}

interface EndedPlaces extends Locked {
  ended: readonly Enrolments.EnrolmentRow[]
  reason: RefundReason
}

/** Tells students that their enrolment has ended whose place another person had paid for. Those of a canceled date have read of it before. */
export async function tellStudents(
  { mail }: Pick<SystemContext, 'mail'>,
  tx: Transaction,
  { payment, chosen, ended, reason }: EndedPlaces,
): Promise<void> {
  if (reason === 'run_canceled') return
  const compose = reason === 'withdrawn' ? composeWithdrawnEmail : composeEndedEmail
  for (const { userId } of ended.filter((place) => place.userId !== payment.userId)) {
    const student = await Users.read(tx, userId)
    if (student.deletedAt === null) await mail.send(tx, compose(chosen, student.email, Users.greet(student)))
  }
}

/** E-mails a user with places in a withdrawn class that it does not take place, where nothing goes back. */
export async function emailWithdrawn(
  { mail }: Pick<SystemContext, 'mail'>,
  tx: Transaction,
  chosen: LockedRun,
  userId: string,
): Promise<void> {
  const user = await Users.read(tx, userId)
  if (user.deletedAt === null) await mail.send(tx, composeWithdrawnEmail(chosen, user.email, Users.greet(user)))
}

/**
 * Gives a payment the status that follows from the facts, and returns it: refunded once something goes back and its seat has ended. A failed refund
 * is not one. @param returnedMinor what goes back of it
 */
export async function updateStatus(
  tx: Transaction,
  payment: Pick<PaymentRow, 'id' | 'status' | 'seatPaymentId'>,
  returnedMinor: number,
): Promise<PaymentRow['status']> {
  const { id, status } = payment
  if (returnedMinor === 0) return (await transitionPayment(tx, id, 'keep')) ? 'paid' : status
  if (await hasSeat(tx, payment)) return status
  await transitionPayment(tx, id, 'refund')
  return 'refunded'
}

async function hasSeat(tx: Transaction, payment: Pick<PaymentRow, 'id' | 'seatPaymentId'>): Promise<boolean> {
  return (await tx.$count(enrolments, and(matchesSeat(payment), isActive))) > 0
}

/** Matches the enrolment of a payment, or of the seat that it has moved. */
function matchesSeat({ id, seatPaymentId }: Pick<PaymentRow, 'id' | 'seatPaymentId'>): SQL {
  return eq(enrolments.paymentId, seatPaymentId ?? id)
}

/** A payment whose class is locked. */
export interface Locked {
  chosen: LockedRun
  payment: PaymentRow
}

/** Locks the class of a payment, and then reads the payment. @throws AppError NOT_FOUND */
export async function lock(tx: Transaction, paymentId: string): Promise<Locked> {
  const { runId } = await readPayment(tx, paymentId)
  const chosen = await lockForSale(tx, runId)
  const payment = await readPayment(tx, paymentId)
  // Its seat has been moved in between.
  return payment.runId === runId ? { chosen, payment } : lock(tx, paymentId)
}

/** Locks the classes of all payments of an intent, and then reads the payments, in the order of their receipts. */
export async function lockIntent(tx: Transaction, intentId: string): Promise<Locked[]> {
  const isPaid = eq(payments.transactionId, intentId)
  const runIds = (await tx.select({ runId: payments.runId }).from(payments).where(isPaid)).map(({ runId }) => runId)
  const locked = await lockAllForSale(tx, runIds)
  const rows = await tx.select().from(payments).where(isPaid).orderBy(payments.receipt)
  // A seat has been moved in between.
  if (rows.some(({ runId }) => !locked.has(runId))) return lockIntent(tx, intentId)
  return rows.map((payment) => ({ payment, chosen: must(locked.get(payment.runId)) }))
}

export async function readPayment(db: Database, paymentId: string): Promise<PaymentRow> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return orNotFound(row)
}

export function describeRest(leftMinor: number, currency: string): string {
  return leftMinor === 0
    ? 'This payment is already refunded.'
    : `At most ${formatMoney(leftMinor, currency)} of this payment is left.`
}
