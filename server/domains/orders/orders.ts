/** The verbs on orders. The specification's payments are views of their seats. */
import { and, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Order, OrdersQuery } from '#contract/orders.ts'
import type { HandMethod } from '#contract/payment-methods.ts'
import type { FoundOrder } from '#contract/search.ts'
import { toMajor } from '#contract/values/money.ts'
import type { Page } from '#contract/values/pagination.ts'
import type { CompletedOrder } from '#contract/webhook-messages.ts'
import {
  attempts,
  type PaymentRow,
  payments,
  type RefundRow,
  refunds,
} from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { vouchers } from '#server/domains/vouchers/vouchers.table.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { orderBy, readPage } from '#server/platform/database/lists.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { orderLines, orders } from './orders.table.ts'

/** Returns the actor's orders, or those of all users to an admin. What the orders of the pages before have is not read. */
export async function list(ctx: Context, query: OrdersQuery): Promise<Page<Order>> {
  const { db } = ctx
  const isListed = and(limitToOwner(ctx), isNotReleased, matchesNumber(query.q))
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(attempts, eq(attempts.id, orders.id))
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .where(isListed)
  const total = db.select({ all: count() }).from(ids.as('listed'))
  const sorted = ids.orderBy(...orderBy(query, { created_at: orders.createdAt }, orders.id))
  const page = await readPage(
    query,
    sorted.$dynamic(),
    ({ id }) => id,
    () => readCount(db, total),
  )
  const rows = await selectOrders(db).where(inArray(orders.id, page.rows))
  const found = new Map(rows.map((row) => [row.order.id, toOrder(row)]))
  return { ...page, rows: page.rows.flatMap((id) => found.get(id) ?? []) }
}

/** Returns one of the actor's orders, or any order to an admin. @throws AppError NOT_FOUND */
export async function get(ctx: Context, id: string): Promise<Order> {
  const [row] = await selectOrders(ctx.db).where(and(eq(orders.id, parseId(id)), limitToOwner(ctx)))
  return toOrder(orNotFound(row))
}

/** Returns what webhooks receive of an order that is paid. */
export async function readCompleted(tx: Transaction, id: string): Promise<CompletedOrder> {
  const [row] = await selectOrders(tx).where(eq(orders.id, id))
  const { state, refunds: _refunds, refunded, credited, due, ...order } = toOrder(must(row))
  return { ...order, userId: must(row).order.userId }
}

/** The state of the checkout of an order: of its seats, or of its voucher. */
const checkoutStatus = sql<(typeof attempts.$inferSelect)['status']>`coalesce(${attempts.status},
  case when ${vouchers.status} in ('open', 'released') then ${vouchers.status} else 'settled' end)`
const isNotReleased = ne(checkoutStatus, 'released')

/** The buyer at that time; of a voucher, as they are now. */
const buyer = {
  name: sql<string>`coalesce(${attempts.name}, ${users.name})`,
  email: sql<string>`coalesce(${attempts.email}, ${users.email})`,
}

/** Returns the number of an order. */
export async function readNumber(db: Database, id: string): Promise<number> {
  const [row] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, id))
  return must(row).number
}

export interface NewDiscount {
  classId: string | null
  runId: string | null
  /** The number of the seat among those of the run. */
  seat: number
  text: string
  /** Negative. */
  amountMinor: number
}

/** Opens the order of a voucher. */
export async function openForVoucher(
  tx: Transaction,
  {
    amountMinor,
    ...order
  }: Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'currency' | 'createdAt'> & { amountMinor: number },
): Promise<void> {
  await tx.insert(orders).values(order)
  const line = { kind: 'voucher' as const, text: 'Gift voucher', listPriceMinor: amountMinor, amountMinor }
  await tx.insert(orderLines).values({ ...line, orderId: order.id })
}

/** Adds the lines of a move to an order that is begun in the same transaction, which has none yet. */
export async function addMove(
  tx: Transaction,
  orderId: string,
  lines: (Pick<typeof orderLines.$inferInsert, 'kind' | 'listPriceMinor'> & NewDiscount)[],
): Promise<void> {
  await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId })))
}

/** Adds the lines of discounts to an order that is begun in the same transaction. */
export async function addDiscounts(tx: Transaction, orderId: string, lines: NewDiscount[]): Promise<void> {
  await tx.insert(orderLines).values(
    lines.map(({ classId, runId, seat, text, amountMinor }) => {
      return { classId, runId, seat, text, amountMinor, orderId, kind: 'discount' as const, listPriceMinor: 0 }
    }),
  )
}

/** Returns the discounts of an order. */
export async function readDiscounts(db: Database, orderId: string): Promise<NewDiscount[]> {
  const { classId, runId, seat, text, amountMinor } = orderLines
  return db
    .select({ classId, runId, seat, text, amountMinor })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.kind, 'discount')))
    .orderBy(orderLines.text, orderLines.id)
}

/** Returns the order of a number, unless it was released. */
export async function findOrders(db: Database, text: string): Promise<FoundOrder[]> {
  if (!/^\d{1,15}$/.test(text)) return []
  return db
    .select({ _id: orders.id, number: orders.number, ...buyer })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(attempts, eq(attempts.id, orders.id))
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .where(and(matchesNumber(text), isNotReleased))
}

function limitToOwner({ actor }: Context): SQL | undefined {
  return actor.role === 'admin' ? undefined : eq(orders.userId, actor.id)
}

function matchesNumber(text: string | undefined): SQL | undefined {
  if (!text) return undefined
  return /^\d{1,15}$/.test(text) ? eq(orders.number, Number(text)) : sql`false`
}

type Line = Omit<typeof orderLines.$inferSelect, 'orderId' | 'seat'>
type Paid = Pick<
  PaymentRow,
  | 'id'
  | 'amountPaidMinor'
  | 'creditMinor'
  | 'refundedMinor'
  | 'creditedMinor'
  | 'status'
  | 'transactionId'
  | 'receipt'
  | 'createdAt'
> & { voucherMinor: number; byHand: HandMethod | null }
/** A voucher that was sold has no receipt. */
type Sold = Omit<Paid, 'receipt'> & { receipt: number | null }
type Refunded = Pick<RefundRow, 'paymentId' | 'method' | 'byHand' | 'amountMinor' | 'reason' | 'status' | 'createdAt'>

function selectOrders(db: Database) {
  const { orderId, ...line } = orderLines
  const { id, amountPaidMinor, creditMinor, refundedMinor, creditedMinor, status, transactionId, receipt, createdAt } =
    payments
  const amounts = { amountPaidMinor, creditMinor, refundedMinor, creditedMinor }
  const paid = { id, ...amounts, status, transactionId, receipt, createdAt }
  const { paymentId, method, byHand, amountMinor, reason } = refunds
  const back = { paymentId, method, byHand, amountMinor, reason, status: refunds.status, createdAt: refunds.createdAt }
  const { kind, classId, runId, text, listPriceMinor } = line
  const lines = { id: line.id, kind, classId, runId, text, listPriceMinor, amountMinor: line.amountMinor }
  const seat = alias(attempts, 'seat')
  const voucherMinor = sql`case when ${payments.creditMinor} > 0 then ${seat.voucherMinor} else 0 end`
  const ofOrder = and(eq(seat.id, payments.attemptId), eq(seat.orderId, orders.id))
  return db
    .select({
      order: orders,
      attempt: { ...buyer, status: checkoutStatus },
      voucher: vouchers,
      lines: sql<Line[]>`(${db
        .select({ all: collect(lines, desc(kind), line.text, line.id) })
        .from(orderLines)
        .where(eq(orderId, orders.id))})`,
      payments: sql<Paid[]>`(${db
        .select({ all: collect({ ...paid, voucherMinor, byHand: seat.byHand }, receipt) })
        .from(payments)
        .innerJoin(seat, ofOrder)})`,
      refunds: sql<Refunded[]>`(${db
        .select({ all: collect(back, refunds.createdAt) })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, paymentId))
        .innerJoin(seat, ofOrder)})`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(attempts, eq(attempts.id, orders.id))
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
}

/** Returns rows as one JSON array. */
function collect(columns: Record<string, PgColumn | SQL>, ...order: (PgColumn | SQL)[]): SQL {
  const fields = Object.entries(columns).map(([name, column]) => sql`${name}::text, ${column}`)
  return sql`coalesce(json_agg(json_build_object(${sql.join(fields, sql`, `)}) order by ${sql.join(order, sql`, `)}), '[]')`
}

type Row = Awaited<ReturnType<typeof selectOrders>>[number]

/** The state of an order, by that of its attempt. */
export const STATES = { open: 'open', settled: 'completed', released: 'released' } as const

function toOrder({ order, attempt, voucher, lines, ...seats }: Row): Order {
  const { currency } = order
  const paid = [...seats.payments, ...listSales(voucher)]
  const back = [...seats.refunds, ...listSaleRefunds(voucher)]
  const state = STATES[attempt.status]
  const total = sum(lines.map((line) => line.amountMinor))
  const money = (minor: number) => toMajor(minor, currency)
  return {
    ...{ _id: order.id, number: order.number, name: attempt.name, email: attempt.email, currency, state },
    lines: lines.map(({ id, listPriceMinor, amountMinor, ...line }) => ({
      ...{ _id: id, ...line, list_price: money(listPriceMinor), amount: money(amountMinor) },
    })),
    payments: paid.flatMap((payment) => toPayments(payment, currency)),
    refunds: back.map(({ paymentId, method, byHand, amountMinor, reason, status, createdAt }) => ({
      ...{ paymentId, method: byHand ?? method, amount: money(amountMinor), reason, status, created_at: createdAt },
    })),
    total: money(total),
    ...toSums(paid, back, money),
    due: money(state === 'open' ? total : 0),
    created_at: order.createdAt,
  }
}

/** Returns what was paid, and what went back in money and as credit. What the school paid out by hand was credit before. */
function toSums(paid: Sold[], back: Refunded[], money: (minor: number) => number) {
  const paidOut = sum(back.map(({ byHand, amountMinor }) => (byHand === null ? 0 : amountMinor)))
  return {
    paid: money(sum(paid.map(({ amountPaidMinor, creditMinor }) => amountPaidMinor + creditMinor))),
    refunded: money(sum(paid.map(({ refundedMinor }) => refundedMinor)) + paidOut),
    credited: money(sum(paid.map(({ creditedMinor }) => creditedMinor)) - paidOut),
  }
}

function sum(amounts: number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

type Voucher = Row['voucher']

/** Returns the payment of a voucher that was sold. */
function listSales(voucher: Voucher): Sold[] {
  if (!voucher || voucher.status === 'open' || voucher.status === 'released') return []
  const { id, amountMinor, intentId, refundStatus, createdAt } = voucher
  const refundedMinor = refundStatus === null || refundStatus === 'failed' ? 0 : amountMinor
  const amounts = {
    amountPaidMinor: amountMinor,
    creditMinor: 0,
    voucherMinor: 0,
    byHand: null,
    refundedMinor,
    creditedMinor: 0,
  }
  const status = refundedMinor > 0 ? ('refunded' as const) : ('paid' as const)
  return [{ id, ...amounts, status, transactionId: intentId ?? '', receipt: null, createdAt }]
}

function listSaleRefunds(voucher: Voucher): Refunded[] {
  if (!voucher?.refundStatus || voucher.voidedAt === null) return []
  const { id: paymentId, amountMinor, refundStatus: status, voidedAt: createdAt } = voucher
  return [{ paymentId, method: 'card', byHand: null, amountMinor, reason: 'refunded', status, createdAt }]
}

/** The card, vouchers and credit may pay a seat together. */
function toPayments(
  { amountPaidMinor, creditMinor, voucherMinor, byHand, ...payment }: Sold,
  currency: string,
): Order['payments'] {
  const { id, status, transactionId, receipt, createdAt } = payment
  const toPart = (method: Order['payments'][number]['method'], minor: number) => ({
    ...{ _id: id, method, amount: toMajor(minor, currency) },
    ...{ status, transactionId, receipt, created_at: createdAt },
  })
  const isFree = amountPaidMinor + creditMinor === 0
  return [
    ...(amountPaidMinor > 0 ? [toPart('card', amountPaidMinor)] : []),
    ...(voucherMinor > 0 ? [toPart('voucher', voucherMinor)] : []),
    ...(creditMinor > voucherMinor ? [toPart(byHand ?? 'credit', creditMinor - voucherMinor)] : []),
    ...(isFree ? [toPart('none', 0)] : []),
  ]
}
