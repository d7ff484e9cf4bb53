/** Lists as CSV files, whatever page the query names. */
import type { Readable } from 'node:stream'
import type { ClassesQuery, SchoolClass } from '#contract/classes.ts'
import type { AdminPayment, PaymentsQuery } from '#contract/payments.ts'
import type { ListedUser, UsersQuery } from '#contract/users.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Payments from '#server/domains/payments/payments.ts'
import { readAll } from '#server/domains/users/list-users.ts'
import { writeCsv } from '#server/platform/csv-file.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'

const USER_COLUMNS = ['name', 'email', 'role', 'created_at', '_id']

const CLASS_COLUMNS = [
  ...['className', 'instructorName', 'instructorEmail', 'price', 'currency', 'seats', 'enroll', 'status', 'feedback'],
  ...['created_at', 'withdrawn_at', 'archived_at', '_id'],
]

const PAYMENT_COLUMNS = [
  ...['receipt', 'created_at', 'name', 'email', 'className', 'class_date', 'price', 'currency', 'status'],
  ...['refund_reason', 'refund_status', 'refunded_at', 'refund', 'transactionId', '_id'],
]

/** Returns the file of a list of users. */
export function exportUsers({ db }: Context, query: UsersQuery): Promise<Readable> {
  return transaction(db, (tx) => writeCsv(USER_COLUMNS, mapRows(readAll(tx, query), toUserCells)))
}

/** Returns the file of a list of classes. */
export function exportClasses(ctx: Context, query: ClassesQuery): Promise<Readable> {
  const toCells = (row: SchoolClass) => toClassCells(row, ctx.currency)
  return transaction(ctx.db, (tx) => writeCsv(CLASS_COLUMNS, mapRows(Classes.readAll(ctx, tx, query), toCells)))
}

/** Returns the file of a list of payments. */
export function exportPayments(ctx: Context, query: PaymentsQuery): Promise<Readable> {
  return transaction(ctx.db, (tx) =>
    writeCsv(PAYMENT_COLUMNS, mapRows(Payments.readAll(ctx, tx, query), toPaymentCells)),
  )
}

async function* mapRows<Row>(batches: AsyncIterable<Row[]>, toCells: (row: Row) => object): AsyncGenerator<object[]> {
  for await (const rows of batches) yield rows.map(toCells)
}

const toUserCells = (row: ListedUser) => ({ ...row, created_at: toIsoTime(row.created_at) })

const toClassCells = (row: SchoolClass, currency: string) => ({
  ...row,
  currency,
  created_at: toIsoTime(row.created_at),
  withdrawn_at: toIsoTime(row.withdrawn_at),
  archived_at: toIsoTime(row.archived_at),
})

const toPaymentCells = ({ refund, ...row }: AdminPayment) => ({
  ...row,
  class_date: row.starts ?? undefined,
  created_at: toIsoTime(row.created_at),
  refund_reason: refund?.reason,
  refund_status: refund?.status,
  refunded_at: toIsoTime(refund?.created_at),
  // Negative, so that a sum of both columns is what the school keeps.
  refund: refund && refund.status !== 'failed' ? -row.price : undefined,
})

function toIsoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
