/** Lists as CSV files. */
import type { ClassesQuery } from '#contract/classes.ts'
import type { PaymentsQuery } from '#contract/payments.ts'
import type { UsersQuery } from '#contract/users.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Payments from '#server/domains/payments/payments.ts'
import * as Users from '#server/domains/users/users.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toWholeList } from '#server/platform/database/lists.ts'
import type { Context } from '#server/ports/context.ts'

const USER_COLUMNS = ['name', 'email', 'role', 'created_at', '_id']

const CLASS_COLUMNS = [
  ...['className', 'instructorName', 'instructorEmail', 'price', 'currency', 'seats', 'enroll', 'status', 'feedback'],
  ...['created_at', 'withdrawn_at', 'archived_at', '_id'],
]

const PAYMENT_COLUMNS = [
  ...['receipt', 'created_at', 'name', 'email', 'className', 'price', 'currency', 'status'],
  ...['refund_reason', 'refund_status', 'refunded_at', 'transactionId', '_id'],
]

export async function exportUsers({ db }: Context, query: UsersQuery): Promise<string> {
  const { rows } = await Users.list(db, toWholeList(query))
  const cells = rows.map((row) => ({ ...row, created_at: toIsoTime(row.created_at) }))
  return toCsv(USER_COLUMNS, cells)
}

export async function exportClasses(ctx: Context, query: ClassesQuery): Promise<string> {
  const { rows } = await Classes.list(ctx, toWholeList(query))
  const cells = rows.map((row) => ({
    ...row,
    currency: ctx.currency,
    created_at: toIsoTime(row.created_at),
    withdrawn_at: toIsoTime(row.withdrawn_at),
    archived_at: toIsoTime(row.archived_at),
  }))
  return toCsv(CLASS_COLUMNS, cells)
}

export async function exportPayments(ctx: Context, query: PaymentsQuery): Promise<string> {
  const { rows } = await Payments.find(ctx, toWholeList(query))
  const cells = rows.map(({ refund, ...row }) => ({
    ...row,
    created_at: toIsoTime(row.created_at),
    refund_reason: refund?.reason,
    refund_status: refund?.status,
    refunded_at: toIsoTime(refund?.created_at),
  }))
  return toCsv(PAYMENT_COLUMNS, cells)
}

function toIsoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
