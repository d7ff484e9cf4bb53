/** Lists what buyers may choose, or have chosen, for dates and classes that the school canceled. */
import { count, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ChoicesQuery, ListedChoice } from '#contract/choices.ts'
import { toMajor } from '#contract/values/money.ts'
import type { Page } from '#contract/values/pagination.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, orderBy, readPage } from '#server/platform/database/lists.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { Context } from '#server/ports/context.ts'
import { cancellationChoices } from './choices.table.ts'
import { payments } from './payments.table.ts'

const other = alias(runs, 'other')

/** Returns a page of them, newest first. */
export async function listChoices(
  { db, school }: Pick<Context, 'db' | 'school'>,
  query: ChoicesQuery,
): Promise<Page<ListedChoice>> {
  const { receipt, className } = payments
  const isMatch = matchesText(query.q, [sql`${receipt}::text`, users.email, users.name, className])
  const rows = db
    .select({ row: cancellationChoices, payment: payments, user: users, run: runs, other })
    .from(cancellationChoices)
    .innerJoin(payments, eq(payments.id, cancellationChoices.paymentId))
    .innerJoin(users, eq(users.id, cancellationChoices.userId))
    .innerJoin(runs, eq(runs.id, cancellationChoices.runId))
    .leftJoin(other, eq(other.id, cancellationChoices.toRunId))
    .where(isMatch)
    .orderBy(...orderBy(query, { created_at: cancellationChoices.createdAt }, cancellationChoices.id))
  const total = db
    .select({ all: count() })
    .from(cancellationChoices)
    .innerJoin(payments, eq(payments.id, cancellationChoices.paymentId))
    .innerJoin(users, eq(users.id, cancellationChoices.userId))
    .where(isMatch)
  return readPage(
    query,
    rows.$dynamic(),
    (row) => toListed(row, school.current.time_zone),
    () => readCount(db, total),
  )
}

interface Row {
  row: typeof cancellationChoices.$inferSelect
  payment: typeof payments.$inferSelect
  user: typeof users.$inferSelect
  run: typeof runs.$inferSelect
  other: typeof runs.$inferSelect | null
}

function toListed({ row, payment, user, run, other: to }: Row, zoneOfSchool: string | null): ListedChoice {
  return {
    ...{ _id: row.id, paymentId: payment.id, receipt: payment.receipt, name: user.name, email: user.email },
    ...{ classId: run.classId, className: payment.className, ...readStart(run), reason: row.reason },
    ...{ amount: toMajor(row.leftMinor, payment.currency), currency: payment.currency },
    ...{ until: row.until, until_clock: toClockTime(row.until, run.timeZone ?? zoneOfSchool) },
    ...{ chosen: row.choice, chosen_at: row.chosenAt, is_expired: row.choice !== null && row.chosenBy === null },
    other: to && readStart(to),
    created_at: row.createdAt,
  }
}
