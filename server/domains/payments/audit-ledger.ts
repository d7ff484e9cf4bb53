/** The part of the audit that compares the ledger with orders, payments and refunds. */
import { and, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { RETURN_REASONS } from '#contract/payments.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Findings } from './audit-records.ts'
import { type Account, entries } from './ledger.table.ts'
import { attempts, payments, refunds } from './payments.table.ts'

export async function auditLedger(db: Database, findings: Findings): Promise<void> {
  await auditPostedPayments(db, findings)
  await auditPostedRefunds(db, findings)
}

/**
 * The ledger has what was paid, what was refunded of it, and the seat at the amount that the lines of the order come to, so that nothing is due.
 * A payment that bought nothing is owed to its buyer until it is refunded.
 */
async function auditPostedPayments(db: Database, { discrepancies }: Findings): Promise<void> {
  const isOfPayment = isNull(entries.refundId)
  const sums = db
    .select({
      paymentId: entries.paymentId,
      received: sumAccount('card').as('received'),
      refunded: sql`-${sumAccount('card_refunds')}`.as('refunded'),
      sold: sql`-${sumAccount('seats', isOfPayment)}`.as('sold'),
      due: sumAccount('receivable').as('due'),
      rest: sql`sum(${entries.amountMinor}) filter (where ${isOfPayment})`.as('rest'),
    })
    .from(entries)
    .groupBy(entries.paymentId)
    .as('sums')
  const posted = {
    received: toAmount(sums.received),
    refunded: toAmount(sums.refunded),
    sold: toAmount(sums.sold),
    due: toAmount(sums.due),
  }
  const isReturn = and(eq(refunds.paymentId, payments.id), inArray(refunds.reason, [...RETURN_REASONS]))
  const isReturned = exists(db.select({ id: refunds.id }).from(refunds).where(isReturn))
  const sold = sql`case when ${isReturned} then 0 else ${attempts.amountMinor} end`
  const due = sql`case when ${isReturned} then ${payments.refundedMinor} - ${payments.amountPaidMinor} else 0 end`
  const rows = await db
    .select({ payment: payments, ...posted })
    .from(payments)
    .innerJoin(attempts, eq(attempts.id, payments.attemptId))
    .leftJoin(sums, eq(sums.paymentId, payments.id))
    .where(
      sql`(${posted.received}, ${posted.refunded}, ${posted.sold}, ${posted.due}, ${toAmount(sums.rest)})
        <> (${payments.amountPaidMinor}, ${payments.refundedMinor}, ${sold}, ${due}, 0)`,
    )
  for (const { payment, ...amounts } of rows) {
    const { id, amountPaidMinor, refundedMinor, currency } = payment
    const money = (minor: number) => formatMoney(minor, currency)
    const recorded = `${money(amountPaidMinor)} paid, ${money(refundedMinor)} refunded`
    const inLedger = `${money(amounts.received)} received, ${money(amounts.refunded)} refunded, ${money(amounts.sold)} sold, ${money(amounts.due)} due`
    discrepancies.push({ kind: 'payment', id, text: `${recorded}; in the ledger ${inLedger}` })
  }
}

/** The ledger has the amount of each refund that has not failed, and each posting of one sums to 0. */
async function auditPostedRefunds(db: Database, { discrepancies }: Findings): Promise<void> {
  const postings = db
    .select({
      paymentId: entries.paymentId,
      refundId: entries.refundId,
      minor: sql`-${sumAccount('card_refunds')}`.as('minor'),
      rest: sql`abs(sum(${entries.amountMinor}))`.as('rest'),
    })
    .from(entries)
    .where(isNotNull(entries.refundId))
    .groupBy(entries.paymentId, entries.refundId, entries.posting)
    .as('postings')
  const posted = toAmount(sql`sum(${postings.minor})`)
  const counted = sql`case ${refunds.status} when 'failed' then 0 else ${refunds.amountMinor} end`
  const rows = await db
    .select({ refund: refunds, currency: payments.currency, posted })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(postings, and(eq(postings.refundId, refunds.id), eq(postings.paymentId, refunds.paymentId)))
    .groupBy(refunds.id, payments.id)
    .having(sql`${posted} <> ${counted} or sum(${postings.rest}) <> 0`)
  for (const { refund, currency, posted: minor } of rows) {
    const { paymentId: id, amountMinor, status } = refund
    const [amount, inLedger] = [formatMoney(amountMinor, currency), formatMoney(minor, currency)]
    discrepancies.push({ kind: 'payment', id, text: `its refund of ${amount} is ${status}; in the ledger ${inLedger}` })
  }
}

/** Selects the sum of an account in a group of entries. */
function sumAccount(account: Account, filter?: SQL): SQL {
  return sql`coalesce(sum(${entries.amountMinor}) filter (where ${and(eq(entries.account, account), filter)}), 0)`
}

/** Reads a sum as a number; 0 where there are no entries. */
function toAmount(sum: SQL | SQL.Aliased): SQL<number> {
  return sql`coalesce(${sum}, 0)`.mapWith(Number)
}
