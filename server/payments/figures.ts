/** What was paid and who enrolled, month by month, of the whole school or of one instructor. */
import { and, eq, gte, ne, type SQL, sql, sum } from 'drizzle-orm'
import { MONTHS, type MonthFigures } from '#contract/figures.ts'
import { toMajor } from '#contract/money.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { SystemContext } from '#server/context.ts'
import { enrolments, payments } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'db' | 'currency'>

/** The last months, the present one included, oldest first. In UTC; payments in another currency than today's are left out. */
export async function byMonth(ctx: Ctx, instructorId?: string, now = Date.now()): Promise<MonthFigures[]> {
  const months = lastMonths(now)
  const since = Date.parse(`${months[0]}-01T00:00:00Z`)
  const income = await ctx.db
    .select({ month: monthOf(payments.createdAt), minor: sum(payments.amountMinor).mapWith(Number) })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(and(isKept(ctx), gte(payments.createdAt, since), taughtBy(instructorId)))
    .groupBy(sql`1`)
  const enrolled = await ctx.db
    .select({ month: monthOf(enrolments.createdAt), all: sql`count(*)`.mapWith(Number) })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .where(and(gte(enrolments.createdAt, since), taughtBy(instructorId)))
    .groupBy(sql`1`)
  return months.map((month) => ({
    month,
    income: toMajor(income.find((row) => row.month === month)?.minor ?? 0, ctx.currency),
    enrolments: enrolled.find((row) => row.month === month)?.all ?? 0,
  }))
}

/** All that students have paid for an instructor's classes and not got back, in the major unit. */
export async function incomeOf(ctx: Ctx, instructorId: string): Promise<number> {
  const [all] = await ctx.db
    .select({ minor: sum(payments.amountMinor).mapWith(Number) })
    .from(payments)
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(and(isKept(ctx), taughtBy(instructorId)))
  return toMajor(all?.minor ?? 0, ctx.currency)
}

function isKept({ currency }: Ctx): SQL | undefined {
  return and(ne(payments.status, 'refunded'), eq(payments.currency, currency))
}

function taughtBy(instructorId: string | undefined): SQL | undefined {
  return instructorId === undefined ? undefined : eq(classes.instructorId, instructorId)
}

function monthOf(column: typeof payments.createdAt | typeof enrolments.createdAt): SQL<string> {
  return sql<string>`to_char(to_timestamp(${column} / 1000) at time zone 'UTC', 'YYYY-MM')`
}

function lastMonths(now: number): string[] {
  const today = new Date(now)
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + 1 + back)).toISOString().slice(0, 7),
  )
}
