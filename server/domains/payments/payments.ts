/** The verbs on payments. */
import type { Readable } from 'node:stream'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { AdminPayment, PaymentsQuery } from '#contract/admin-payments.ts'
import { listMethods } from '#contract/payment-methods.ts'
import type { Cancellation, CancellationRequest, Payment } from '#contract/payments.ts'
import type { Quote } from '#contract/quote.ts'
import { formatMoney, toMinor } from '#contract/values/money.ts'
import type { Page } from '#contract/values/pagination.ts'
import { listUncancellable, requireCancellable } from '#server/domains/enrolments/readings.ts'
import { toQuotedStep } from '#server/domains/terms/terms-fields.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import { exportList, toIsoTime } from '#server/platform/csv-file.ts'
import { readByIds } from '#server/platform/database/batches.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { orderBy, readPage } from '#server/platform/database/lists.ts'
import { prepare } from '#server/platform/database/prepared.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { listCancellationQuotes } from './cancellation.ts'
import { matchesQuery } from './find-payments.ts'
import {
  isSeatDisputed,
  type Row,
  selectWithRefunds,
  toAdminPayment,
  toCancellable,
  toPayment,
} from './payment-responses.ts'
import { paidMinor, payments } from './payments.table.ts'
import { followBeforeCredit } from './refund-sending.ts'
import { lock, refundInTransaction } from './refunds.ts'
import { listSeatPayments } from './seat-payments.ts'
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
  const rows = await selectOwn(ctx.db, { userId: ctx.actor.id, now: Date.now() })
  const uncancellable = await listUncancellable(ctx.db, ctx.actor.id)
  return rows.map((row) => toPayment(row, ctx, uncancellable))
}

const selectOwn = prepare<{ userId: string; now: number }>()((db, value) =>
  selectWithRefunds({ db }, value('now'))
    .where(eq(payments.userId, value('userId')))
    .orderBy(desc(payments.createdAt), payments.id),
)

/** Returns one of the actor's payments, or any payment to an admin. @throws AppError NOT_FOUND */
export async function get(ctx: Context, id: string): Promise<Payment> {
  const isOwn = ctx.actor.role === 'admin' ? undefined : eq(payments.userId, ctx.actor.id)
  const [row] = await selectWithRefunds(ctx).where(and(eq(payments.id, parseId(id)), isOwn))
  return toPayment(orNotFound(row), ctx, await listUncancellable(ctx.db, ctx.actor.id))
}

/** Returns payments of all users. `q` searches name, e-mail, class, transaction id and receipt number. What the payments of the pages before have is not read. */
export async function find(ctx: Context, query: PaymentsQuery): Promise<Page<AdminPayment>> {
  const { db } = ctx
  const isMatch = matchesQuery(ctx, query)
  const ids = db
    .select({ id: payments.id })
    .from(payments)
    .where(isMatch)
    .orderBy(...orderBy(query, SORT_COLUMNS, payments.id))
  const total = db.select({ all: count() }).from(payments).where(isMatch)
  const page = await readPage(
    query,
    ids.$dynamic(),
    ({ id }) => id,
    () => readCount(db, total),
  )
  const uncancellable = await listUncancellable(db, ctx.actor.id)
  const rows = await selectWithRefunds(ctx).where(inArray(payments.id, page.rows))
  const found = new Map(rows.map((row) => [row.payments.id, toAdminPayment(row, ctx, uncancellable)]))
  return { ...page, rows: page.rows.flatMap((id) => found.get(id) ?? []) }
}

/** Returns the file of a list of payments. */
export function exportPayments(ctx: Context, query: PaymentsQuery): Readable {
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

async function* readAll(ctx: Context, tx: Database, query: PaymentsQuery): AsyncGenerator<AdminPayment[]> {
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
  const quoted = await quoteExpected(ctx, own, expected, at)
  if (quoted === null) return 0
  if (quoted.creditMinor > 0) await followBeforeCredit(ctx, await listSeatPayments(ctx.db, own.payments))
  return inTransaction(ctx, async (tx) => {
    await lock(tx, own.payments.id)
    const row = await readOwn({ db: tx, actor }, own.payments.id)
    const quote = await quoteExpected({ db: tx, actor }, row, expected, at)
    if (quote === null) return 0
    const order = { reason: 'cancelled', requestedBy: actor.id, keepsSeat: false } as const
    const { refundMinor: amountMinor, creditMinor } = quote
    return refundInTransaction(ctx, tx, row.payments.id, { ...order, amountMinor, creditMinor })
  })
}

/** Returns what a cancellation gives back, which its student expects; null where the seat was given up or refunded before. @throws AppError as `cancel` */
async function quoteExpected(
  ctx: Pick<Context, 'db' | 'actor'>,
  row: Row,
  expected: CancellationRequest,
  at: number,
): Promise<Quote | null> {
  const hasSeat = row.enrolment !== null && row.enrolment.endedAt === null
  const isChosen = row.chooseUntil === null
  if (!hasSeat && isChosen && (row.refunds.length > 0 || row.enrolment?.endReason === 'cancelled')) return null
  const [quote] = await listOwnQuotes(ctx, row, at)
  requireExpected(quote, expected, row.payments.currency)
  return quote
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
  if (row.chooseUntil !== null) throw new AppError('CANCEL_TOO_LATE', TO_CHOOSE)
  if (!now) throw new AppError('CANCEL_TOO_LATE')
  if (isSeatDisputed(row)) throw new AppError('PAYMENT_DISPUTED')
  // A job ends the seat soon. The terms may give less than what its buyer may choose then.
  if (!row.takesPlace) throw new AppError('CANCEL_TOO_LATE', TO_WAIT)
  if (now.refundMinor + now.creditMinor > 0) await requireCancellable(ctx.db, row.payments.id, ctx.actor.id)
  return [now, ...later]
}

const TO_CHOOSE = 'We have canceled this date. Choose what you get for it under Payment History.'
const TO_WAIT = 'We have canceled this date. We e-mail you soon what you get for it.'
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
