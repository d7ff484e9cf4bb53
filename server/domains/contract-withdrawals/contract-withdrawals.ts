/** The verbs on withdrawals from contracts. An admin reads them and refunds; a declaration itself ends and refunds nothing. */
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import {
  type ContractWithdrawal,
  type ContractWithdrawalRequest,
  type ContractWithdrawalsQuery,
  type OwnWithdrawal,
  WITHDRAWAL_DAYS,
  type WithdrawalRight,
} from '#contract/contract-withdrawals.ts'
import { addDays } from '#contract/values/clock-time.ts'
import { DAY_MS } from '#contract/values/day.ts'
import type { Page } from '#contract/values/pagination.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { orders } from '#server/domains/orders/orders.table.ts'
import { attempts, paidMinor, payments, returnedMinor } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { type Balance, readBalances } from '#server/domains/vouchers/balances.ts'
import { vouchers } from '#server/domains/vouchers/vouchers.table.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { toClockTime, toNearestInstant } from '#server/platform/zoned-time.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { composeReceivedEmail, composeSchoolEmail } from './contract-withdrawals.emails.ts'
import { contractWithdrawals } from './contract-withdrawals.table.ts'

/** Declarations about one order whose receipt is proven within a day, so that a stranger cannot fill the buyer's inbox. */
const MAX_PROVEN = 5

/** Declarations without an order are stored for so long, for the questions of those who mistyped a number. */
const UNMATCHED_MS = 90 * DAY_MS

/** Proves a declaration. It runs for each, so that the time of the response does not reveal whether there is an order. */
export const proveJob: JobKind<{ withdrawalId: string }> = {
  name: 'contract-withdrawals.prove',
  timeoutSeconds: 60,
  retries: 30,
  initialBackoff: 5,
  maxBackoff: 3_600,
  retention: 60,
  sendsMessage: true,
}

/** Records a declaration, and returns its id. */
export async function declare(
  ctx: Pick<SystemContext, 'db' | 'catalogue' | 'offerSeats' | 'jobs'>,
  { order, email, name, text = '' }: ContractWithdrawalRequest,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const values = {
      orderNumber: order,
      orderId: findOrder(tx, order, email),
      email,
      name,
      text,
      createdAt: Date.now(),
    }
    const [created] = await tx.insert(contractWithdrawals).values(values).returning({ id: contractWithdrawals.id })
    const { id } = must(created)
    await ctx.jobs.enqueue(tx, proveJob, { withdrawalId: id })
    return id
  })
}

/** Selects the id of the paid order of a number, be it of seats or of a voucher, if an e-mail address is its buyer's, now or when it was ordered. */
function findOrder(db: Database, number: number, email: string): SQL {
  return sql`(${db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(attempts, eq(attempts.id, orders.id))
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.number, number), isPaid, or(eq(attempts.email, email), eq(users.email, email))))})`
}

const isPaid = or(eq(attempts.status, 'settled'), inArray(vouchers.status, ['issued', 'voided']))

/** E-mails the buyer what was declared and when, and tells the school. Does nothing for a declaration without an order. */
export async function prove(ctx: SystemContext, withdrawalId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.select().from(contractWithdrawals).where(eq(contractWithdrawals.id, withdrawalId))
    if (!row?.orderId) return
    const isRecent = and(
      eq(contractWithdrawals.orderId, row.orderId),
      gt(contractWithdrawals.createdAt, row.createdAt - DAY_MS),
      lt(contractWithdrawals.createdAt, row.createdAt),
    )
    if ((await tx.$count(contractWithdrawals, isRecent)) >= MAX_PROVEN) return
    const [withdrawal] = await withSeats(tx, [row], ctx.school.current.time_zone)
    await ctx.mail.send(tx, composeReceivedEmail(ctx, must(withdrawal)), composeSchoolEmail(ctx, must(withdrawal)))
  })
}

/** Returns the declarations, newest first. */
export async function list(
  { db, school }: Pick<Context, 'db' | 'school'>,
  query: ContractWithdrawalsQuery,
): Promise<Page<ContractWithdrawal>> {
  const { orderNumber, email, name, createdAt } = contractWithdrawals
  const isMatch = matchesText(query.q, [sql`${orderNumber}::text`, email, name])
  const rows = db
    .select()
    .from(contractWithdrawals)
    .where(isMatch)
    .orderBy(...orderBy(query, { created_at: createdAt }, contractWithdrawals.id))
  const total = db.select({ all: count() }).from(contractWithdrawals).where(isMatch)
  const page = await readPage(
    query,
    rows.$dynamic(),
    (row) => row,
    () => readCount(db, total),
  )
  return { ...page, rows: await withSeats(db, page.rows, school.current.time_zone) }
}

/** Returns the declarations about the actor's orders, newest first. */
export async function listOwn({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<OwnWithdrawal[]> {
  const { orderNumber: order, email, name, text, createdAt: created_at } = contractWithdrawals
  return db
    .select({ order, email, name, text, created_at })
    .from(contractWithdrawals)
    .innerJoin(orders, eq(orders.id, contractWithdrawals.orderId))
    .where(eq(orders.userId, actor.id))
    .orderBy(desc(created_at))
}

/** Marks a declaration as done or not. Returns 0 where it already is so. @throws AppError NOT_FOUND */
export async function mark(ctx: Context, id: string, isDone: boolean): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const isRow = eq(contractWithdrawals.id, parseId(id))
    const row = orNotFound((await tx.select().from(contractWithdrawals).where(isRow).for('update'))[0])
    if ((row.doneAt !== null) === isDone) return 0
    await tx
      .update(contractWithdrawals)
      .set({ doneAt: isDone ? Date.now() : null })
      .where(isRow)
    const action = isDone ? 'withdrawal_done' : 'withdrawal_reopened'
    await Activity.record(tx, ctx.actor, { action, subject: String(row.orderNumber), subjectId: row.id })
    return 1
  })
}

/** Removes old declarations that belong to no order. */
export async function removeUnmatched(db: Database): Promise<void> {
  const isOld = lt(contractWithdrawals.createdAt, Date.now() - UNMATCHED_MS)
  await db.delete(contractWithdrawals).where(and(isNull(contractWithdrawals.orderId), isOld))
}

type Row = typeof contractWithdrawals.$inferSelect

/** Returns declarations with what their orders bought. */
async function withSeats(db: Database, rows: Row[], timeZone: string | null): Promise<ContractWithdrawal[]> {
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? [])
  const bought = await selectBought(db, orderIds)
  const sold = await readBalances(db, inArray(vouchers.orderId, orderIds))
  return rows.map(({ id: _id, orderNumber: order, createdAt: created_at, doneAt: done_at, ...row }) => ({
    ...{ _id, order, ...row, created_at, done_at },
    seats: [
      ...bought
        .filter(({ orderId }) => orderId === row.orderId)
        .map(({ paymentId, className, isOpen, boughtAt, isRefunded }) => ({
          ...{ paymentId, className, refunded: isRefunded },
          right: findRight({ isOpen, boughtAt }, created_at, timeZone),
        })),
      ...sold
        .filter(({ voucher }) => row.orderId !== null && voucher.orderId === row.orderId)
        .map((balance) => describeVoucher(balance, created_at, timeZone)),
    ],
  }))
}

function describeVoucher({ voucher, spentMinor }: Balance, at: number, timeZone: string | null) {
  const { refundStatus, createdAt: boughtAt } = voucher
  const right = spentMinor > 0 ? ('spent' as const) : findRight({ isOpen: true, boughtAt }, at, timeZone)
  const refunded = refundStatus !== null && refundStatus !== 'failed'
  return { paymentId: null, className: 'Gift voucher', right, refunded }
}

function selectBought(db: Database, orderIds: string[]) {
  return db
    .select({
      orderId: attempts.orderId,
      paymentId: payments.id,
      className: payments.className,
      // An earlier release sells without recording it.
      isOpen: sql<boolean>`(${payments.soldOpen} or ${runs.startsAt} is null)`,
      boughtAt: payments.createdAt,
      isRefunded: sql<boolean>`${returnedMinor} = ${paidMinor}`,
    })
    .from(payments)
    .innerJoin(attempts, eq(attempts.id, payments.attemptId))
    .innerJoin(runs, eq(runs.id, payments.runId))
    .where(inArray(attempts.orderId, orderIds))
    .orderBy(asc(payments.createdAt), asc(payments.id))
}

/**
 * Returns the right to withdraw from a seat, which was sold without dates or on one. The days begin with the day after the purchase, and
 * the last one counts whole. Source: Regulation (EEC, Euratom) No 1182/71, article 3
 */
export function findRight(
  { isOpen, boughtAt }: { isOpen: boolean; boughtAt: number },
  at: number,
  timeZone: string | null,
): WithdrawalRight {
  if (!isOpen) return 'dated'
  const zone = timeZone ?? 'UTC'
  const end = addDays(toClockTime(boughtAt, zone).slice(0, 10), WITHDRAWAL_DAYS + 1)
  return at < toNearestInstant(`${end}T00:00`, zone) ? 'open' : 'expired'
}
