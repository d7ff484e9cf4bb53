/** The verbs on payments. */
import type { Readable } from 'node:stream'
import { and, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type HandMethod, listMethods } from '#contract/payment-methods.ts'
import type {
  AdminPayment,
  Cancellation,
  CancellationRequest,
  Payment,
  PaymentsQuery,
  Refund,
  SeatResale,
} from '#contract/payments.ts'
import type { Quote } from '#contract/quote.ts'
import { formatMoney, toMajor, toMinor } from '#contract/values/money.ts'
import type { Page } from '#contract/values/pagination.ts'
import { classes, isOnOffer } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { isEnrollable, runs } from '#server/domains/classes/runs/runs.table.ts'
import { enrolments } from '#server/domains/enrolments/enrolments.table.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import { listUncancellable, requireCancellable } from '#server/domains/enrolments/readings.ts'
import { orders } from '#server/domains/orders/orders.table.ts'
import { type TermsVersion, termsVersions } from '#server/domains/terms/terms.table.ts'
import { toQuotedStep } from '#server/domains/terms/terms-fields.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { exportList, toIsoTime } from '#server/platform/csv-file.ts'
import { readByIds } from '#server/platform/database/batches.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { orderBy, readPage } from '#server/platform/database/lists.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { type Amounts, countPaid } from './amounts.ts'
import { findCancelDeadline, listCancellationQuotes, quoteCancellation, quoteResold } from './cancellation.ts'
import { matchesQuery } from './find-payments.ts'
import {
  attempts,
  type PaymentRow,
  paidMinor,
  payments,
  type RefundRow,
  refunds,
  seatPaymentId,
} from './payments.table.ts'
import { lock, refundInTransaction } from './refunds.ts'
import { OF_MOVES, sumLeft } from './seat-payments.ts'
import { createReturnedError, settle } from './settle.ts'

/**
 * Settles the actor's own attempt and returns the payment's id.
 * @throws AppError NOT_FOUND, NOT_PAID, MONEY_RETURNED where the payment bought nothing
 */
export async function record(ctx: Context, transactionId: string): Promise<string> {
  const { paymentId, returned } = await settle(ctx, transactionId, ctx.actor.id)
  if (returned) throw createReturnedError(returned)
  return paymentId
}

/** Returns the actor's payments, newest first. */
export async function list(ctx: Context): Promise<Payment[]> {
  const rows = await selectWithRefunds(ctx)
    .where(eq(payments.userId, ctx.actor.id))
    .orderBy(desc(payments.createdAt), payments.id)
  const uncancellable = await listUncancellable(ctx.db, ctx.actor.id)
  return rows.map((row) => toPayment(row, ctx, uncancellable))
}

/** Returns one of the actor's payments, or any payment to an admin. @throws AppError NOT_FOUND */
export async function get(ctx: Context, id: string): Promise<Payment> {
  const isOwn = ctx.actor.role === 'admin' ? undefined : eq(payments.userId, ctx.actor.id)
  const [row] = await selectWithRefunds(ctx).where(and(eq(payments.id, parseId(id)), isOwn))
  return toPayment(orNotFound(row), ctx, await listUncancellable(ctx.db, ctx.actor.id))
}

/** Returns payments of all users. `q` searches name, e-mail, class, transaction id and receipt number. */
export async function find(ctx: Context, query: PaymentsQuery): Promise<Page<AdminPayment>> {
  const isMatch = matchesQuery(ctx, query)
  const rows = selectWithRefunds(ctx)
    .where(isMatch)
    .orderBy(...orderBy(query, SORT_COLUMNS, payments.id))
  const total = ctx.db.select({ all: count() }).from(payments).where(isMatch)
  const uncancellable = await listUncancellable(ctx.db, ctx.actor.id)
  return readPage(
    query,
    rows.$dynamic(),
    (row) => toAdminPayment(row, ctx, uncancellable),
    () => readCount(ctx.db, total),
  )
}

/** Returns the file of a list of payments. */
export function exportPayments(ctx: Context, query: PaymentsQuery): Promise<Readable> {
  return exportList(ctx.db, {
    columns: [
      ...[
        'receipt',
        'created_at',
        'name',
        'email',
        'className',
        'class_date',
        'price',
        'currency',
        'methods',
        'status',
      ],
      ...['refund_reason', 'refund_status', 'refunded_at', 'refund', 'credited', 'transactionId', '_id'],
    ],
    read: (tx) => readAll(ctx, tx, query),
    toCells: ({ refund: newest, refunded, credited, ...row }) => ({
      ...row,
      class_date: row.starts ?? undefined,
      methods: listMethods(row).join(' '),
      created_at: toIsoTime(row.created_at),
      refund_reason: newest?.reason,
      refund_status: newest?.status,
      refunded_at: toIsoTime(newest?.created_at),
      // Negative, so that a sum of both columns is what the school keeps.
      refund: refunded > 0 ? -refunded : undefined,
      credited: credited > 0 ? -credited : undefined,
    }),
  })
}

async function* readAll(ctx: Context, tx: Transaction, query: PaymentsQuery): AsyncGenerator<AdminPayment[]> {
  const ids = tx
    .select({ id: payments.id })
    .from(payments)
    .where(matchesQuery(ctx, query))
    .orderBy(...orderBy(query, SORT_COLUMNS, payments.id))
  const uncancellable = await listUncancellable(tx, ctx.actor.id)
  yield* readByIds(tx, ids, async (batch) => {
    const rows = await selectWithRefunds({ db: tx }).where(inArray(payments.id, batch))
    return rows.map((row) => toAdminPayment(row, ctx, uncancellable))
  })
}

const SORT_COLUMNS = {
  created_at: payments.createdAt,
  name: payments.name,
  className: payments.className,
  price: paidMinor,
  status: payments.status,
}

/**
 * Returns what comes back if the actor cancels at a time, and what would later.
 * @throws AppError NOT_FOUND, CANCEL_TOO_LATE, CANCEL_USED_UP, PAYMENT_DISPUTED
 */
export async function getCancellation(ctx: Context, id: string, at: number): Promise<Cancellation> {
  const row = await readOwn(ctx, id)
  const [now, ...later] = await listOwnQuotes(ctx, row, at)
  const { currency } = row.payments
  const timeZone = row.timeZone ?? ctx.school.current.time_zone
  const toStep = (quote: Quote) => toQuotedStep(quote, { currency, timeZone })
  return { ...toStep(now), time_zone: timeZone, later: later.map(toStep) }
}

/**
 * Ends the enrolment of one of the actor's payments, and refunds what its terms give at a time: that of the request. Returns 0 where it
 * was cancelled or refunded already.
 * @throws AppError NOT_FOUND, CANCEL_TOO_LATE, CANCEL_USED_UP, PAYMENT_DISPUTED, AMOUNT_CHANGED for other sums than expected
 */
export async function cancel(ctx: Context, id: string, expected: CancellationRequest, at: number): Promise<number> {
  const own = await readOwn(ctx, id)
  const { actor } = ctx
  return inTransaction(ctx, async (tx) => {
    await lock(tx, own.payments.id)
    const row = await readOwn({ db: tx, actor }, own.payments.id)
    const hasSeat = row.enrolment !== null && row.enrolment.endedAt === null
    if (!hasSeat && (row.refunds.length > 0 || row.enrolment?.endReason === 'cancelled')) return 0
    const [quote] = await listOwnQuotes({ db: tx, actor }, row, at)
    requireExpected(quote, expected, row.payments.currency)
    const order = { reason: 'cancelled', requestedBy: actor.id, keepsSeat: false } as const
    const { refundMinor: amountMinor, creditMinor } = quote
    return refundInTransaction(ctx, tx, row.payments.id, { ...order, amountMinor, creditMinor })
  })
}

async function readOwn(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<Row> {
  const isOwn = and(eq(payments.id, parseId(id)), eq(payments.userId, ctx.actor.id))
  const [row] = await selectWithRefunds(ctx).where(isOwn)
  return orNotFound(row)
}

async function listOwnQuotes(ctx: Pick<Context, 'db' | 'actor'>, row: Row, at: number): Promise<[Quote, ...Quote[]]> {
  const [now, ...later] =
    row.enrolment === null || row.enrolment.endedAt !== null ? [] : listCancellationQuotes(toCancellable(row), at)
  if (row.payments.seatPaymentId !== null) throw new AppError('CANCEL_TOO_LATE', OF_MOVE)
  if (!now) throw new AppError('CANCEL_TOO_LATE')
  if (isSeatDisputed(row)) throw new AppError('PAYMENT_DISPUTED')
  if (now.refundMinor + now.creditMinor > 0) await requireCancellable(ctx.db, row.payments.id, ctx.actor.id)
  return [now, ...later]
}

/** Returns whether a bank reviews the payment of a seat, or that of a move of it: nothing goes back for it then. */
function isSeatDisputed({ payments: bought, surcharges }: Pick<Row, 'payments' | 'surcharges'>): boolean {
  return [bought, ...surcharges].some(({ isDisputed }) => isDisputed)
}

const OF_MOVE = 'This payment is for a move. Cancel the payment for the seat: what comes back of both is quoted there.'

/** @throws AppError AMOUNT_CHANGED */
function requireExpected(
  { refundMinor, creditMinor }: Quote,
  { expected_refund: refunded, expected_credit: credited }: CancellationRequest,
  currency: string,
): void {
  const isExpected = (major: number | undefined, minor: number) =>
    major === undefined || toMinor(major, currency) === minor
  if (isExpected(refunded, refundMinor) && isExpected(credited, creditMinor)) return
  const credit = creditMinor > 0 ? ` and ${formatMoney(creditMinor, currency)} as credit` : ''
  throw new AppError(
    'AMOUNT_CHANGED',
    `You would now get ${formatMoney(refundMinor, currency)} back${credit}. Check it, then try again.`,
  )
}

/** Selects payments with their refunds, newest first. */
function selectWithRefunds({ db }: Pick<Context, 'db'>) {
  const { method, byHand, amountMinor, reason, status, problem, note, createdAt } = refunds
  const fields = sql`'method', ${method}, 'byHand', ${byHand}, 'amountMinor', ${amountMinor}, 'reason', ${reason}, 'status', ${status}, 'problem', ${problem}, 'note', ${note}, 'createdAt', ${createdAt}`
  const all = sql`coalesce(json_agg(json_build_object(${fields}) order by ${createdAt} desc, ${refunds.id}), '[]')`
  const isOther = and(eq(users.id, enrolments.userId), ne(users.id, payments.userId))
  const student = db.select({ name: users.name }).from(users).where(isOther)
  const listed = db.select({ all }).from(refunds).where(eq(refunds.paymentId, payments.id))
  return db
    .select({
      payments,
      refunds: sql<ListedRefund[]>`(${listed})`,
      listPriceMinor: attempts.listPriceMinor,
      voucherMinor: attempts.voucherMinor,
      byHand: attempts.byHand,
      order: orders.number,
      orderId: orders.id,
      startsAt: runs.startsAt,
      starts: runs.starts,
      timeZone: runs.timeZone,
      isForSale: sql<boolean>`coalesce(${and(isEnrollable(), isOnOffer)}, false)`,
      enrolment: enrolments,
      student: sql<string | null>`(${student})`,
      version: termsVersions,
      ...OF_MOVES,
    })
    .from(payments)
    .innerJoin(termsVersions, eq(termsVersions.id, payments.termsVersionId))
    .innerJoin(runs, eq(runs.id, payments.runId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .innerJoin(attempts, eq(attempts.id, payments.attemptId))
    .innerJoin(orders, eq(orders.id, attempts.orderId))
    .leftJoin(enrolments, eq(enrolments.paymentId, seatPaymentId))
}

type ListedRefund = Pick<
  RefundRow,
  'method' | 'byHand' | 'amountMinor' | 'reason' | 'status' | 'problem' | 'note' | 'createdAt'
>

interface Row {
  payments: PaymentRow
  refunds: ListedRefund[]
  listPriceMinor: number
  voucherMinor: number
  byHand: HandMethod | null
  order: number
  orderId: string
  startsAt: number | null
  starts: string | null
  timeZone: string | null
  /** True if students can enroll in the run. */
  isForSale: boolean
  enrolment: Enrolments.EnrolmentRow | null
  /** The name of a student who is not the buyer. */
  student: string | null
  version: TermsVersion
  movedMinor: number
  surcharges: (Amounts & Pick<PaymentRow, 'isDisputed'>)[]
}

function toCancellable({
  payments: payment,
  version,
  enrolment,
  movedMinor: moved,
  surcharges,
  ...run
}: Omit<
  Row,
  'refunds' | 'listPriceMinor' | 'voucherMinor' | 'byHand' | 'order' | 'orderId' | 'isForSale' | 'student'
>) {
  return { payment, version, run, enrolment, movedMinor: moved, surcharges }
}

/** Builds a payment. The contract's `price` is the amount paid. @param uncancellable ids of the actor's payments */
function toPayment(
  {
    payments: row,
    refunds: back,
    enrolment,
    version,
    listPriceMinor,
    voucherMinor,
    byHand,
    order,
    orderId,
    isForSale,
    student,
    ...run
  }: Row,
  ctx: Context,
  uncancellable: Set<string>,
): Payment {
  const ended = enrolment && Enrolments.toEnd(enrolment)
  const [newest] = back
  const isMove = row.seatPaymentId !== null
  const isDisputed = isSeatDisputed({ payments: row, ...run })
  const isOwnActive = row.userId === ctx.actor.id && enrolment !== null && !ended && !isMove && !isDisputed
  const isCancellable = isOwnActive && !uncancellable.has(row.id)
  const purchase = toCancellable({ payments: row, version, enrolment, ...run })
  const resale = isOwnActive ? toResale(purchase, isForSale) : null
  const cancelUntil = isCancellable ? findCancelDeadline(purchase, Date.now()) : null
  return {
    _id: row.id,
    order,
    orderId,
    email: row.email,
    name: row.name,
    student,
    transactionId: row.transactionId,
    ...toAmounts(row, { voucherMinor, byHand, back }),
    list_price: toMajor(isMove ? countPaid(row) : listPriceMinor, row.currency),
    is_move: isMove,
    currency: row.currency,
    cartId: row.cartId,
    classId: row.classId,
    runId: row.runId,
    classImage: row.classImage,
    className: row.className,
    ...readStart(run),
    // A seat that cost nothing and was not bought has nothing to return.
    status: enrolment === null && countPaid(row) === 0 ? 'refunded' : row.status,
    disputed: row.isDisputed,
    receipt: row.receipt,
    refund: newest ? toRefund(newest, row.currency) : null,
    ended,
    may_cancel: isCancellable && quoteCancellation(purchase, Date.now()) !== null,
    cancel_until: cancelUntil,
    cancel_until_clock:
      cancelUntil === null ? null : toClockTime(cancelUntil, run.timeZone ?? ctx.school.current.time_zone),
    resale,
    created_at: row.createdAt,
  }
}

/** Returns what was paid and how, and what went back. Money by hand is stored as credit that was spent or paid out at once. */
function toAmounts(
  row: PaymentRow,
  { voucherMinor, byHand, back }: Pick<Row, 'voucherMinor' | 'byHand'> & { back: ListedRefund[] },
): Pick<Payment, 'price' | 'credit' | 'voucher' | 'by_hand' | 'refunded' | 'credited'> {
  const money = (minor: number) => toMajor(minor, row.currency)
  // A seat that was not bought has spent nothing of them.
  const ofVouchers = row.creditMinor > 0 ? voucherMinor : 0
  const paidOut = back.reduce((sum, refund) => sum + (refund.byHand === null ? 0 : refund.amountMinor), 0)
  return {
    price: money(countPaid(row)),
    credit: money(byHand === null ? row.creditMinor - ofVouchers : 0),
    voucher: money(ofVouchers),
    by_hand: byHand,
    refunded: money(row.refundedMinor + paidOut),
    credited: money(row.creditedMinor - paidOut),
  }
}

function toResale(purchase: ReturnType<typeof toCancellable>, isForSale: boolean): SeatResale | null {
  const since = purchase.enrolment?.returnsSince ?? null
  const back = quoteResold(purchase, Date.now())
  if (since === null && (!isForSale || back === null)) return null
  const { currency } = purchase.payment
  const { refundMinor, creditMinor } = back ?? { refundMinor: 0, creditMinor: 0 }
  return { refund: toMajor(refundMinor, currency), credit: toMajor(creditMinor, currency), since }
}

function toAdminPayment(row: Row, ctx: Context, uncancellable: Set<string>): AdminPayment {
  const { currency } = row.payments
  const all = row.refunds.map((one) => ({ ...toRefund(one, currency), problem: one.problem, note: one.note }))
  const left = toMajor(sumLeft([...row.surcharges, row.payments]), currency)
  return { ...toPayment(row, ctx, uncancellable), refund: all[0] ?? null, left, refunds: all }
}

function toRefund({ method, byHand, amountMinor, reason, status, createdAt }: ListedRefund, currency: string): Refund {
  return { method: byHand ?? method, amount: toMajor(amountMinor, currency), reason, status, created_at: createdAt }
}
