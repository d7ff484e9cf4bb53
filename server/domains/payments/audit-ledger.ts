/** The part of the audit that compares the ledger with orders, payments and refunds. */
import { and, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { HAND_METHODS, type HandMethod, METHOD_WORDS } from '#contract/payment-methods.ts'
import { RETURN_REASONS } from '#contract/payments.ts'
import { formatMoney } from '#contract/values/money.ts'
import { credits } from '#server/domains/credit/credit.table.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import * as Vouchers from '#server/domains/vouchers/balances.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import type { Findings } from './audit-records.ts'
import { type Account, entries } from './ledger.table.ts'
import { attempts, payments, refunds } from './payments.table.ts'

export async function auditLedger(db: Database, findings: Findings): Promise<void> {
  await auditPostedPayments(db, findings)
  await auditPostedRefunds(db, findings)
  await auditCredit(db, findings)
  await auditVouchers(db, findings)
  await auditMoneyByHand(db, findings)
}

/**
 * The ledger has what was paid by card and with credit, what went back of both, and the seat at the amount that the lines of the order come to,
 * so that nothing is due. A payment that bought nothing is owed to its buyer until it is refunded.
 */
async function auditPostedPayments(db: Database, { discrepancies }: Findings): Promise<void> {
  const isOfPayment = isNull(entries.refundId)
  const sums = db
    .select({
      paymentId: entries.paymentId,
      received: sumAccount('card').as('received'),
      spent: sumAccount('credit', isOfPayment).as('spent'),
      refunded: sql`-${sumAccount('card_refunds')}`.as('refunded'),
      given: sql`-${sumAccount('credit', isNotNull(entries.refundId))}`.as('given'),
      sold: sql`-${sumAccount('seats', isOfPayment)}`.as('sold'),
      due: sumAccount('receivable').as('due'),
      rest: sql`sum(${entries.amountMinor}) filter (where ${isOfPayment})`.as('rest'),
    })
    .from(entries)
    .groupBy(entries.paymentId)
    .as('sums')
  const { paymentId: _paymentId, rest, ...columns } = sums._.selectedFields
  const posted = {
    received: toAmount(columns.received),
    spent: toAmount(columns.spent),
    refunded: toAmount(columns.refunded),
    given: toAmount(columns.given),
    sold: toAmount(columns.sold),
    due: toAmount(columns.due),
  }
  const rows = await db
    .select({ payment: payments, ...posted })
    .from(payments)
    .innerJoin(attempts, eq(attempts.id, payments.attemptId))
    .leftJoin(sums, eq(sums.paymentId, payments.id))
    .where(
      sql`(${sql.join(Object.values(posted), sql`, `)}, ${toAmount(rest)}) <> (${sql.join(selectExpected(db), sql`, `)}, 0)`,
    )
  for (const { payment, ...amounts } of rows) {
    const { id, amountPaidMinor, creditMinor, refundedMinor, creditedMinor, currency } = payment
    const money = (minor: number) => formatMoney(minor, currency)
    const own = { received: amountPaidMinor, spent: creditMinor, refunded: refundedMinor, given: creditedMinor }
    const inLedger = `${describeAmounts(amounts, 'received', money)}, ${money(amounts.sold)} sold, ${money(amounts.due)} due`
    const recorded = describeAmounts(own, 'paid', money)
    discrepancies.push({ kind: 'payment', id, text: `${recorded}; in the ledger ${inLedger}` })
  }
}

/** Selects what the ledger must have of a payment. */
function selectExpected(db: Database): SQL[] {
  const isReturn = and(eq(refunds.paymentId, payments.id), inArray(refunds.reason, [...RETURN_REASONS]))
  const isReturned = exists(db.select({ id: refunds.id }).from(refunds).where(isReturn))
  const sold = sql`case when ${isReturned} then 0 else ${attempts.amountMinor} end`
  const due = sql`case when ${isReturned} then ${payments.refundedMinor} - ${payments.amountPaidMinor} else 0 end`
  const { amountPaidMinor, creditMinor, refundedMinor, creditedMinor } = payments
  return [...[amountPaidMinor, creditMinor, refundedMinor, creditedMinor].map((column) => sql`${column}`), sold, due]
}

/** `$49.99 and $5.00 credit paid, $10.00 refunded` */
function describeAmounts(
  { received, spent, refunded, given }: Record<'received' | 'spent' | 'refunded' | 'given', number>,
  verb: string,
  money: (minor: number) => string,
): string {
  const [credit, back] = [spent, given].map((minor) => (minor === 0 ? '' : ` and ${money(minor)} credit`))
  return `${money(received)}${credit} ${verb}, ${money(refunded)}${back} refunded`
}

/** Compares the credit of each user, which is never below 0, with the ledger. */
async function auditCredit(db: Database, { discrepancies }: Findings): Promise<void> {
  for (const { userId, currency, minor, postedMinor } of await Credit.listMismatches(db)) {
    const text = `credit of ${formatMoney(minor, currency)}; in the ledger ${formatMoney(postedMinor, currency)}`
    discrepancies.push({ kind: 'user', id: userId, text })
  }
}

/** Compares the rest of each voucher, which covers what checkouts reserve, with the ledger. */
async function auditVouchers(db: Database, { discrepancies }: Findings): Promise<void> {
  for (const { id, currency, minor, postedMinor } of await Vouchers.listMismatches(db)) {
    const text = `${formatMoney(minor, currency)} left; in the ledger ${formatMoney(postedMinor, currency)}`
    discrepancies.push({ kind: 'voucher', id, text })
  }
}

/** The ledger has the amount of each refund that has not failed, and each posting of one sums to 0. */
async function auditPostedRefunds(db: Database, { discrepancies }: Findings): Promise<void> {
  const postings = db
    .select({
      paymentId: entries.paymentId,
      refundId: entries.refundId,
      minor: sql`-(${sumAccount('card_refunds')} + ${sumAccount('credit')})`.as('minor'),
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

/** Compares the money that the school has received by hand, less what it has paid back so, with the credit of that kind. */
async function auditMoneyByHand(db: Database, { discrepancies }: Findings): Promise<void> {
  const rows = await readRows<{
    userId: string
    method: HandMethod
    currency: string
    minor: string
    recorded: string
  }>(
    db,
    sql`select user_id as "userId", method, currency, sum(minor) as minor, sum(recorded) as recorded from (
        select ${payments.userId} as user_id, ${attempts.byHand} as method, ${payments.currency} as currency,
            ${payments.creditMinor} as minor, 0 as recorded
          from ${payments} join ${attempts} on ${eq(attempts.id, payments.attemptId)} where ${isNotNull(attempts.byHand)}
        union all select ${payments.userId}, ${refunds.byHand}, ${payments.currency}, -${refunds.amountMinor}, 0
          from ${refunds} join ${payments} on ${eq(payments.id, refunds.paymentId)} where ${isNotNull(refunds.byHand)}
        union all select ${credits.userId}, ${credits.kind}, ${credits.currency}, 0, ${credits.amountMinor}
          from ${credits} where ${inArray(credits.kind, [...HAND_METHODS])}
      ) parts group by 1, 2, 3 having sum(minor) <> sum(recorded)`,
  )
  for (const { userId: id, method, currency, minor, recorded } of rows) {
    const [received, known] = [minor, recorded].map((amount) => formatMoney(Number(amount), currency))
    const text = `${received} received ${METHOD_WORDS[method]} for seats; ${known} recorded`
    discrepancies.push({ kind: 'user', id, text })
  }
}
