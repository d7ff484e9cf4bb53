/** Income by the ledger and enrolments, of the whole school or of one instructor, and the other figures on their homes. */
import { and, count, desc, eq, gte, ne, type SQL, sql, sum } from 'drizzle-orm'
import type { ClassStatus } from '#contract/classes.ts'
import type { InstructorFigures } from '#contract/figures.ts'
import { type AdminFigures, DASHBOARD_ROWS, MONTHS, type MonthFigures } from '#contract/figures.ts'
import { addDays } from '#contract/values/clock-time.ts'
import { toMajor } from '#contract/values/money.ts'
import { classes, isNotDeleted, isTaught } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { findNextSession, listSessions, listUndecided } from '#server/domains/classes/runs/coming.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { list as listUsers } from '#server/domains/users/list-users.ts'
import { LARGE, readCount, readRemembered } from '#server/platform/database/large-tables.ts'
import { toClockTime, toNearestInstant } from '#server/platform/zoned-time.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { entries, isIncome } from './ledger.table.ts'
import { isLacking, payments, refunds } from './payments.table.ts'

type Ctx = Pick<SystemContext, 'db' | 'currency' | 'school'>

export async function readAdminFigures(ctx: Context): Promise<AdminFigures> {
  const firstRows = { page: 1, rows: DASHBOARD_ROWS }
  const pending = await Classes.list(ctx, { ...firstRows, order: 'asc', status: 'pending' }, isTaught)
  const users = await listUsers(ctx.db, firstRows)
  return {
    months: await readMonths(ctx),
    waiting: { total: pending.total, classes: pending.rows },
    users: { total: users.total, newest: users.rows },
    payments: await readCount(ctx.db, ctx.db.select({ all: count() }).from(payments)),
    failed_refunds: await countFailedRefunds(ctx),
    sessions: await listSessions(ctx.db, findTodayAndTomorrow(ctx)),
    next: await findNextSession(ctx.db),
    undecided: await listUndecided(ctx.db),
  }
}

/** Returns how many refunds failed that neither a retry nor another refund has replaced. */
async function countFailedRefunds({ db }: Ctx): Promise<number> {
  const isOfPayment = eq(payments.id, refunds.paymentId)
  // The first condition is that of an index.
  const isWaiting = and(ne(refunds.status, 'done'), isLacking)
  const [row] = await db.select({ all: count() }).from(refunds).innerJoin(payments, isOfPayment).where(isWaiting)
  return row?.all ?? 0
}

/** Returns two days of the school's zone, in milliseconds since 1970. */
function findTodayAndTomorrow({ school }: Ctx, now = Date.now()): { from: number; until: number } {
  const zone = school.current.time_zone ?? 'UTC'
  const today = toClockTime(now, zone).slice(0, 10)
  const toStart = (day: string) => toNearestInstant(`${day}T00:00`, zone)
  return { from: toStart(today), until: toStart(addDays(today, 2)) }
}

/** Returns the figures of the actor's classes. */
export async function readInstructorFigures(ctx: Context): Promise<InstructorFigures> {
  const { db, actor } = ctx
  const isOwn = and(eq(classes.instructorId, actor.id), isNotDeleted)
  const [total] = await db
    .select({ classes: count(), sold: sum(classes.enroll).mapWith(Number) })
    .from(classes)
    .where(isOwn)
  const countOwn = (status: ClassStatus) => db.$count(classes, and(isOwn, eq(classes.status, status)))
  const [denied] = await db
    .select({ image: classes.image })
    .from(classes)
    .where(and(isOwn, eq(classes.status, 'deny')))
    .orderBy(desc(classes.createdAt))
    .limit(1)
  return {
    classes: Number(total?.classes ?? 0),
    seats_sold: total?.sold ?? 0,
    income: await readIncome(ctx, actor.id),
    waiting: await countOwn('pending'),
    denied: await countOwn('deny'),
    denied_image: denied?.image ?? null,
    months: await readMonths(ctx, actor.id),
  }
}

/**
 * Returns the last months in the school's zone, oldest first, including the current one. Leaves out payments in other currencies. In a large school
 * they may be a minute old.
 */
async function readMonths(ctx: Ctx, instructorId?: string, now = Date.now()): Promise<MonthFigures[]> {
  const zone = ctx.school.current.time_zone ?? 'UTC'
  const months = listMonths(toClockTime(now, zone))
  const starts = months.map((month) => toNearestInstant(`${month}-01T00:00`, zone))
  return readRemembered(ctx.db, `${ctx.currency} ${instructorId} ${starts}`, async () => {
    const value = await sumMonths(ctx, { months, starts }, instructorId)
    return { value, isLarge: value.reduce((all, { enrolments: total }) => all + total, 0) > LARGE }
  })
}

interface Months {
  months: string[]
  /** The first instants of the months. */
  starts: number[]
}

async function sumMonths(
  ctx: Ctx,
  { months, starts }: Months,
  instructorId: string | undefined,
): Promise<MonthFigures[]> {
  const since = starts[0] ?? 0
  const isSince = gte(payments.createdAt, since)
  const income = await ctx.db
    .select({ month: toMonth(payments.createdAt, starts), minor: sql`-sum(${entries.amountMinor})`.mapWith(Number) })
    .from(entries)
    .innerJoin(payments, eq(payments.id, entries.paymentId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    // An entry is as old as its payment, or younger.
    .where(and(isIncome, isOwnCurrency(ctx), gte(entries.createdAt, since), isSince, isTaughtBy(instructorId)))
    .groupBy(sql`1`)
  const enrolled = await ctx.db
    .select({ month: toMonth(enrolments.createdAt, starts), total: sql`count(*)`.mapWith(Number) })
    .from(enrolments)
    .innerJoin(classes, eq(classes.id, enrolments.classId))
    .where(and(gte(enrolments.createdAt, since), isActive, isTaughtBy(instructorId)))
    .groupBy(sql`1`)
  return months.map((month, index) => ({
    month,
    income: toMajor(income.find((row) => row.month === index + 1)?.minor ?? 0, ctx.currency),
    enrolments: enrolled.find((row) => row.month === index + 1)?.total ?? 0,
  }))
}

/** Returns what the school keeps of the payments for an instructor's classes, by the ledger, in the major unit. */
async function readIncome(ctx: Ctx, instructorId: string): Promise<number> {
  const [total] = await ctx.db
    .select({ minor: sql`-sum(${entries.amountMinor})`.mapWith(Number) })
    .from(entries)
    .innerJoin(payments, eq(payments.id, entries.paymentId))
    .innerJoin(classes, eq(classes.id, payments.classId))
    .where(and(isIncome, isOwnCurrency(ctx), isTaughtBy(instructorId)))
  return toMajor(total?.minor ?? 0, ctx.currency)
}

function isOwnCurrency({ currency }: Ctx): SQL {
  return eq(entries.currency, currency)
}

function isTaughtBy(instructorId: string | undefined): SQL | undefined {
  return instructorId === undefined ? undefined : eq(classes.instructorId, instructorId)
}

/** Returns the number of the month that a time is in, from 1. */
function toMonth(column: typeof payments.createdAt | typeof enrolments.createdAt, starts: number[]): SQL<number> {
  return sql<number>`width_bucket(${column}, ${`{${starts.join()}}`}::bigint[])`
}

/** @param today a clock time such as `2026-11-28T03:00` */
function listMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index)).toISOString().slice(0, 7),
  )
}
