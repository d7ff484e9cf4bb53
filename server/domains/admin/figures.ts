/** The figures on the admin's home. */
import { count } from 'drizzle-orm'
import { type AdminFigures, DASHBOARD_ROWS } from '#contract/admin.ts'
import { isTaught } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { readMonths } from '#server/domains/payments/figures.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { list } from '#server/domains/users/list-users.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import type { Context } from '#server/ports/context.ts'

export async function readFigures(ctx: Context): Promise<AdminFigures> {
  const firstRows = { page: 1, rows: DASHBOARD_ROWS }
  const pending = await Classes.list(ctx, { ...firstRows, order: 'asc', status: 'pending' }, isTaught)
  const users = await list(ctx.db, firstRows)
  return {
    months: await readMonths(ctx),
    waiting: { total: pending.total, classes: pending.rows },
    users: { total: users.total, newest: users.rows },
    payments: await readCount(ctx.db, ctx.db.select({ all: count() }).from(payments)),
  }
}
