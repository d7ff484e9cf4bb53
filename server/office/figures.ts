/** What admins have before them when they come in. */
import { count } from 'drizzle-orm'
import { type OfficeFigures, ON_THE_DESK } from '#contract/figures.ts'
import { isTaught } from '#server/classes/classes.table.ts'
import * as Classes from '#server/classes/classes.ts'
import type { Context } from '#server/context.ts'
import { byMonth } from '#server/payments/figures.ts'
import { payments } from '#server/payments/payments.table.ts'
import * as Users from '#server/users/users.ts'

export async function figures(ctx: Context): Promise<OfficeFigures> {
  const desk = { page: 1, rows: ON_THE_DESK }
  const waiting = await Classes.list(ctx, { ...desk, order: 'asc', status: 'pending' }, isTaught)
  const users = await Users.list(ctx.db, desk)
  const [all] = await ctx.db.select({ payments: count() }).from(payments)
  return {
    months: await byMonth(ctx),
    waiting: { total: waiting.total, classes: waiting.rows },
    users: { total: users.total, newest: users.rows },
    payments: Number(all?.payments ?? 0),
  }
}
