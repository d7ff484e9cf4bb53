/** Lists as files for a spreadsheet. No cell can be a formula: one that looks like it begins with an apostrophe. */
import { stringify } from 'csv-stringify/sync'
import type { ClassesQuery } from '#contract/classes.ts'
import type { PaymentsQuery } from '#contract/payments.ts'
import type { UsersQuery } from '#contract/users.ts'
import * as Classes from '#server/classes/classes.ts'
import type { Context } from '#server/context.ts'
import { wholeList } from '#server/database/lists.ts'
import * as Payments from '#server/payments/payments.ts'
import * as Users from '#server/users/users.ts'

export async function usersFile({ db }: Context, query: UsersQuery): Promise<string> {
  const { rows } = await Users.list(db, wholeList(query))
  return fileOf(
    ['name', 'email', 'role', 'created_at', '_id'],
    rows.map((row) => ({ ...row, created_at: timeOf(row.created_at) })),
  )
}

export async function classesFile(ctx: Context, query: ClassesQuery): Promise<string> {
  const { rows } = await Classes.list(ctx, wholeList(query))
  const { currency } = ctx
  return fileOf(
    [
      ...[
        'className',
        'instructorName',
        'instructorEmail',
        'price',
        'currency',
        'seats',
        'enroll',
        'status',
        'feedback',
      ],
      ...['created_at', 'withdrawn_at', 'archived_at', '_id'],
    ],
    rows.map((row) => ({
      ...row,
      currency,
      created_at: timeOf(row.created_at),
      withdrawn_at: timeOf(row.withdrawn_at),
      archived_at: timeOf(row.archived_at),
    })),
  )
}

export async function paymentsFile(ctx: Context, query: PaymentsQuery): Promise<string> {
  const { rows } = await Payments.find(ctx, wholeList(query))
  return fileOf(
    [
      ...['receipt', 'created_at', 'name', 'email', 'className', 'price', 'currency', 'status'],
      ...['refund_reason', 'refund_status', 'refunded_at', 'transactionId', '_id'],
    ],
    rows.map(({ refund, ...row }) => ({
      ...row,
      created_at: timeOf(row.created_at),
      refund_reason: refund?.reason,
      refund_status: refund?.status,
      refunded_at: timeOf(refund?.created_at),
    })),
  )
}

/** As spreadsheets read it: with a mark for UTF-8, and lines that end as on Windows. Source: RFC 4180 */
function fileOf(columns: string[], rows: object[]): string {
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true, record_delimiter: 'windows' })
}

function timeOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
