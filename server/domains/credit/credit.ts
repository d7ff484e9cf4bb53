/**
 * The verbs on credit. A balance is no column: it is what was given, less what was spent. Open checkouts reserve what they are about to
 * spend. Who takes from a balance locks the user first; who adds to it locks nothing.
 */
import { and, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Credit, CreditEntry, CreditGrant } from '#contract/credit.ts'
import { HAND_METHODS, type HandMethod } from '#contract/payment-methods.ts'
import { formatMoney, maximumCharge, toChargeable, toMajor } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { attempts, isOpen, payments, refunds } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { credits } from './credit.table.ts'

/** Returns the actor's credit. */
export async function read({ db, actor, currency }: Pick<Context, 'db' | 'actor' | 'currency'>): Promise<Credit> {
  const entries = await listEntries(db, actor.id, currency)
  const balance = await readAvailable(db, actor.id, currency)
  const all = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    balance: toMajor(balance, currency),
    entries: entries.map((entry) => toEntry(entry, currency)),
    reserved: toMajor(all - balance, currency),
  }
}

/** Returns what a user can spend, without what their open checkouts reserve, except for some orders. In minor units. */
export async function readAvailable(
  db: Database,
  userId: string,
  currency: string,
  exceptOrderIds: string[] = [],
): Promise<number> {
  const isOther = exceptOrderIds.length > 0 ? notInArray(attempts.orderId, exceptOrderIds) : undefined
  const isReserved = and(eq(attempts.userId, userId), isOpen, isOther)
  const [row] = await readRows<{ minor: string }>(
    db,
    sql`select ${sumAll(userId, currency)}
      - (select coalesce(sum(${attempts.creditMinor} - ${attempts.voucherMinor}), 0) from ${attempts} where ${isReserved}) as minor`,
  )
  return Number(must(row).minor)
}

/** Locks a user whose hold has ended, and returns whether so much of their credit is not spent or reserved elsewhere. */
export async function isLeftFor(
  tx: Transaction,
  { userId, currency, amountMinor }: { userId: string; currency: string; amountMinor: number },
): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  return (await readAvailable(tx, userId, currency)) >= amountMinor
}

/** Selects what was given to a user, less what was spent. */
function sumAll(userId: string, currency: string): SQL {
  const sum = (column: SQL | typeof credits.amountMinor, from: SQL) =>
    sql`(select coalesce(sum(${column}), 0) from ${from})`
  const isOwn = and(eq(payments.userId, userId), eq(payments.currency, currency))
  return sql`${sum(credits.amountMinor, sql`${credits} where ${and(eq(credits.userId, userId), eq(credits.currency, currency))}`)}
    + ${sum(sql`${payments.creditedMinor} - ${payments.creditMinor}`, sql`${payments} where ${isOwn}`)}`
}

/**
 * Gives or takes credit. Returns 1.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CREDIT_TOO_LOW
 */
export async function grant(ctx: Context, id: string, { amount, reason }: CreditGrant): Promise<number> {
  const { actor, currency } = ctx
  const amountMinor = readAmount(amount, currency)
  const max = maximumCharge(currency)
  if (amountMinor > max) throw new AppError('INVALID_INPUT', `amount must be at most ${formatMoney(max, currency)}`)
  return inTransaction(ctx, async (tx) => {
    const user = await Users.lock(tx, id)
    const available = await readAvailable(tx, user.id, currency)
    if (available + amountMinor < 0)
      throw new AppError('CREDIT_TOO_LOW', `Only ${formatMoney(available, currency)} of credit can be taken.`)
    const values = { userId: user.id, amountMinor, currency, reason, createdBy: actor.id, createdAt: Date.now() }
    await tx.insert(credits).values({ ...values, kind: 'granted' })
    const message = `${amountMinor < 0 ? '−' : ''}${formatMoney(Math.abs(amountMinor), currency)}: ${reason}`
    await Activity.record(tx, actor, { action: 'credit_changed', subject: user.email, subjectId: user.id, message })
    return 1
  })
}

/** Records money that the school has received by hand for a user's seat, or has paid back with a negative amount, as credit. */
export async function recordByHand(
  tx: Transaction,
  {
    method,
    ...change
  }: { method: HandMethod } & Pick<typeof credits.$inferInsert, 'userId' | 'amountMinor' | 'currency' | 'createdBy'>,
): Promise<void> {
  await tx.insert(credits).values({ ...change, kind: method, reason: '', createdAt: Date.now() })
}

/** @throws AppError INVALID_INPUT */
export function readAmount(amount: number, currency: string): number {
  const minor = toChargeable(Math.abs(amount), currency)
  if (minor === null) throw new AppError('INVALID_INPUT', `amount must be an amount in ${currency.toUpperCase()}`)
  return amount < 0 ? -minor : minor
}

/** Ends the credit of a user who is being deleted, or was. Money that is reported later buys nothing for them. */
export async function forgo(tx: Transaction, userId: string, currency: string): Promise<void> {
  const [row] = await readRows<{ minor: string }>(tx, sql`select ${sumAll(userId, currency)} as minor`)
  const amountMinor = -Number(must(row).minor)
  if (amountMinor === 0) return
  await tx.insert(credits).values({ userId, amountMinor, currency, kind: 'forgone', reason: '', createdAt: Date.now() })
}

interface Entry extends Pick<CreditEntry, '_id' | 'kind' | 'text'> {
  amountMinor: number
  createdAt: number
}

/** Returns what has changed the credit of a user, newest first. Money by hand leaves it as it was. */
async function listEntries(db: Database, userId: string, currency: string): Promise<Entry[]> {
  const isOwn = and(eq(payments.userId, userId), eq(payments.currency, currency))
  const rows = await readRows<Entry & { amountMinor: string; createdAt: string }>(
    db,
    sql`select ${credits.id} as "_id", ${credits.kind} as kind, ${credits.amountMinor} as "amountMinor", ${credits.reason} as text,
        ${credits.createdAt} as "createdAt" from ${credits}
        where ${and(eq(credits.userId, userId), eq(credits.currency, currency), notInArray(credits.kind, [...HAND_METHODS]))}
      union all select ${payments.id}, 'spent', -${payments.creditMinor}, ${payments.className}, ${payments.createdAt}
        from ${payments} inner join ${attempts} on ${eq(attempts.id, payments.attemptId)}
        where ${isOwn} and ${payments.creditMinor} > 0 and ${isNull(attempts.byHand)}
      union all select ${refunds.id}, 'returned', ${refunds.amountMinor}, ${payments.className}, ${refunds.createdAt}
        from ${refunds} inner join ${payments} on ${eq(payments.id, refunds.paymentId)}
        where ${isOwn} and ${eq(refunds.method, 'credit')} and ${isNull(refunds.byHand)}
      order by 5 desc, 1`,
  )
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor), createdAt: Number(row.createdAt) }))
}

function toEntry({ amountMinor, createdAt, ...entry }: Entry, currency: string): CreditEntry {
  return { ...entry, amount: toMajor(amountMinor, currency), created_at: createdAt }
}

interface Mismatch {
  userId: string
  currency: string
  minor: number
  postedMinor: number
}

/** Returns users whose credit is below 0, or differs from that in the ledger. */
export async function listMismatches(db: Database): Promise<Mismatch[]> {
  const { userId, currency } = payments
  const rows = await readRows<{ [Name in keyof Mismatch]: string }>(
    db,
    sql`select user_id as "userId", currency, sum(minor) as minor, sum(posted) as "postedMinor" from (
        select ${credits.userId} as user_id, ${credits.currency} as currency, ${credits.amountMinor} as minor, 0 as posted from ${credits}
        union all select ${userId}, ${currency}, ${payments.creditedMinor} - ${payments.creditMinor}, 0 from ${payments}
          where ${payments.creditedMinor} <> 0 or ${payments.creditMinor} <> 0
        union all select coalesce(${userId}, ${credits.userId}), e.currency, 0, -e.amount_minor from entries e
          left join ${payments} on ${payments.id} = e.payment_id left join ${credits} on ${credits.id} = e.credit_id
          where e.account = 'credit'
      ) parts group by 1, 2 having sum(minor) < 0 or sum(minor) <> sum(posted)`,
  )
  return rows.map((row) => ({ ...row, minor: Number(row.minor), postedMinor: Number(row.postedMinor) }))
}
