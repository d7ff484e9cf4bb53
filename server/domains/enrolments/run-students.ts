/** The list of a date, to print and to take along. */
import { Readable } from 'node:stream'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RunStudent } from '#contract/enrolments.ts'
import { listMethods } from '#contract/payment-methods.ts'
import { compareByFamilyName } from '#contract/values/family-name.ts'
import { toMajor } from '#contract/values/money.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { type Attempt, attempts, paidMinor, payments, returnedMinor } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toIsoTime } from '#server/platform/csv-file.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Context } from '#server/ports/context.ts'
import { bookedBy, enrolments, isActive, isReturning, participant } from './enrolments.table.ts'

/** Returns the students of a run by their family names, leaving out deleted users. @throws AppError NOT_FOUND for another instructor's run */
export async function listByFamilyName({ db, actor }: Context, id: string): Promise<RunStudent[]> {
  const { id: runId } = await Runs.find(db, id, Classes.limitToOwner(actor))
  const isHere = and(eq(enrolments.runId, runId), isActive, isNull(users.deletedAt))
  const rows = await selectStudents(db).where(isHere).orderBy(enrolments.seat)
  return rows
    .map(({ student, payment, attempt }) => ({ ...student, paid: payment && attempt && toPaid(payment, attempt) }))
    .sort(compareByFamilyName)
}

function selectStudents(db: Database) {
  const { id: _id, createdAt: created_at, source, seat } = enrolments
  const { id, byHand, voucherMinor } = attempts
  return db
    .select({
      student: {
        _id,
        name: participant,
        booked_by: bookedBy,
        email: users.email,
        phone: users.phone,
        seat,
        created_at,
        source,
        returning: isReturning,
      },
      payment: {
        paidMinor: withMoves(paidMinor, sql`amount_paid_minor + surcharge.credit_minor`),
        returnedMinor: withMoves(returnedMinor, sql`refunded_minor + surcharge.credited_minor`),
        creditMinor: withMoves(sql`${payments.creditMinor}`, sql`credit_minor`),
        currency: payments.currency,
      },
      // drizzle takes an object for null whose first column is null.
      attempt: { id, byHand, voucherMinor },
    })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .leftJoin(payments, eq(payments.id, enrolments.paymentId))
    .leftJoin(attempts, eq(attempts.id, payments.attemptId))
}

/** Adds to an amount of a payment those of the moves of its seat. */
function withMoves(minor: SQL, added: SQL): SQL<number> {
  const surcharge = alias(payments, 'surcharge')
  const moves = sql`select coalesce(sum(surcharge.${added}), 0) from ${payments} surcharge where ${eq(surcharge.seatPaymentId, payments.id)}`
  return sql`(${minor} + (${moves}))`.mapWith(Number)
}

/** Returns what was paid for a place and how, less what went back. */
function toPaid(
  { currency, ...minor }: { currency: string; paidMinor: number; returnedMinor: number; creditMinor: number },
  { byHand: by_hand, voucherMinor: voucher }: Pick<Attempt, 'byHand' | 'voucherMinor'>,
): RunStudent['paid'] {
  const credit = minor.creditMinor - voucher
  const methods = listMethods({ price: minor.paidMinor, credit, voucher, by_hand })
  return { amount: toMajor(minor.paidMinor - minor.returnedMinor, currency), currency, methods }
}

/** Returns the same list as a file. */
export async function exportRunStudents(ctx: Context, id: string): Promise<Readable> {
  const rows = await listByFamilyName(ctx, id)
  const cells = rows.map(({ paid, ...row }) => {
    const money = paid && { ...paid, methods: paid.methods.join(' ') }
    return { ...row, ...money, created_at: toIsoTime(row.created_at) }
  })
  return Readable.from([
    toCsv(
      ['name', 'booked_by', 'email', 'phone', 'seat', 'source', 'amount', 'currency', 'methods', 'created_at', '_id'],
      cells,
    ),
  ])
}
