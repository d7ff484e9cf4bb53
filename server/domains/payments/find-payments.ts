/** Finds payments of all users, for admins: the search of the dashboard, and the filters and sums of the list. */
import { and, count, desc, eq, gte, isNotNull, lt, or, type SQL, sql, sum } from 'drizzle-orm'
import type { PaymentSum, PaymentsQuery } from '#contract/admin-payments.ts'
import type { FoundPayment } from '#contract/search.ts'
import { addDays } from '#contract/values/clock-time.ts'
import { toMajor } from '#contract/values/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LARGE, readRemembered } from '#server/platform/database/large-tables.ts'
import { MAX_MATCHES, matchesText } from '#server/platform/database/lists.ts'
import { toNearestInstant } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { paidMinor, payments, refunds } from './payments.table.ts'

/** Returns payments of which name, e-mail, class or transaction id contains a text, or with this receipt number; the newest first. */
export async function findPayments(db: Database, text: string, limit: number): Promise<FoundPayment[]> {
  const { id: _id, receipt, name, email, className, transactionId, createdAt } = payments
  const matches = db
    .select({ _id, receipt, name, email, className, transactionId, createdAt })
    .from(payments)
    .where(matchesWords(text))
    .limit(MAX_MATCHES)
    .as('matches')
  const rows = await db.select().from(matches).orderBy(desc(matches.createdAt), matches._id).limit(limit)
  return rows.map(({ createdAt: _createdAt, ...payment }) => payment)
}

/** The part of what was credited that the school has paid out by hand. */
const paidOutMinor = sql`case when ${payments.creditedMinor} > 0 then (select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
  where ${and(eq(refunds.paymentId, payments.id), isNotNull(refunds.byHand))}) else 0 end`

/** Returns what the payments of a list come to, by currency. In a large school it may be a minute old. */
export async function sumUp(ctx: Pick<Context, 'db' | 'school'>, query: PaymentsQuery): Promise<PaymentSum[]> {
  const select = ctx.db
    .select({
      currency: payments.currency,
      payments: count(),
      paid: sum(paidMinor).mapWith(Number),
      refunded: sql`${sum(payments.refundedMinor)} + ${sum(paidOutMinor)}`.mapWith(Number),
      credited: sql`${sum(payments.creditedMinor)} - ${sum(paidOutMinor)}`.mapWith(Number),
    })
    .from(payments)
    .where(matchesQuery(ctx, query))
    .groupBy(payments.currency)
    .orderBy(payments.currency)
  const { sql: text, params } = select.toSQL()
  return readRemembered(ctx.db, JSON.stringify([text, params]), async () => {
    const rows = await select
    const value = rows.map((row) => {
      const { paid, refunded, credited, currency } = row
      const [all = 0, back = 0, credit = 0] = [paid, refunded, credited].map((minor) => toMajor(minor, currency))
      return { ...row, paid: all, refunded: back, credited: credit }
    })
    return { value, isLarge: rows.reduce((all, row) => all + row.payments, 0) > LARGE }
  })
}

/** Returns the condition of a list of payments. The days of its period are those of the school's zone. */
export function matchesQuery({ school }: Pick<Context, 'school'>, { q, status, from, to }: PaymentsQuery) {
  const toStart = (day: string) => toNearestInstant(`${day}T00:00`, school.current.time_zone ?? 'UTC')
  return and(
    matchesWords(q),
    status && eq(payments.status, status),
    from === undefined ? undefined : gte(payments.createdAt, toStart(from)),
    to === undefined ? undefined : lt(payments.createdAt, toStart(addDays(to, 1))),
  )
}

function matchesWords(text: string | undefined): SQL | undefined {
  const hasReceipt = /^\d{1,15}$/.test(text ?? '') ? eq(payments.receipt, Number(text)) : undefined
  return or(matchesText(text, [payments.name, payments.email, payments.className, payments.transactionId]), hasReceipt)
}
