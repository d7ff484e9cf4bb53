/** Balances of vouchers: their amount, less what became credit to be spent, less what open checkouts reserve. */
import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import { credits } from '#server/domains/credit/credit.table.ts'
import { attempts, isOpen } from '#server/domains/payments/payments.table.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { type VoucherRow, vouchers, voucherUses } from './vouchers.table.ts'

/** A voucher and what is left on it, in minor units. */
export interface Balance {
  voucher: VoucherRow
  spentMinor: number
  /** By checkouts that are open. */
  reservedMinor: number
}

/** Returns what a voucher can still pay, in minor units. */
export function countBalance({ voucher: { status, amountMinor }, spentMinor, reservedMinor }: Balance): number {
  return status === 'issued' ? amountMinor - spentMinor - reservedMinor : 0
}

/** Returns the columns of vouchers with what they have paid, and what checkouts reserve, except for some orders. */
export function selectBalance(exceptOrderIds: string[] = []) {
  const { spent, reserved } = selectParts(exceptOrderIds)
  const toNumber = (part: SQL) => sql`(${part})`.mapWith(Number)
  return { voucher: vouchers, spentMinor: toNumber(spent), reservedMinor: toNumber(reserved) }
}

function selectParts(exceptOrderIds: string[]): Record<'spent' | 'reserved', SQL> {
  const isOther = exceptOrderIds.length > 0 ? notInArray(attempts.orderId, exceptOrderIds) : undefined
  const isReserved = and(eq(voucherUses.voucherId, vouchers.id), isOpen, isOther)
  return {
    spent: sql`select coalesce(sum(${credits.amountMinor}), 0) from ${credits} where ${eq(credits.voucherId, vouchers.id)}`,
    reserved: sql`select coalesce(sum(${voucherUses.amountMinor}), 0) from ${voucherUses}
      inner join ${attempts} on ${eq(attempts.id, voucherUses.attemptId)} where ${isReserved}`,
  }
}

/** Returns vouchers with what is left on them, without what some orders reserve. */
export function readBalances(db: Database, filter: SQL | undefined, exceptOrderIds?: string[]): Promise<Balance[]> {
  return db.select(selectBalance(exceptOrderIds)).from(vouchers).where(filter).orderBy(vouchers.id)
}

interface Mismatch {
  id: string
  currency: string
  minor: number
  postedMinor: number
}

/** Returns vouchers of which more is spent or reserved than they are worth, or whose rest differs from that in the ledger. */
export async function listMismatches(db: Database): Promise<Mismatch[]> {
  const { id, currency, status, amountMinor } = vouchers
  const isOfVoucher = sql`e.account = 'vouchers' and (e.voucher_id = ${id} or ${eq(credits.voucherId, id)})`
  const posted = sql`select coalesce(-sum(e.amount_minor), 0) from entries e
    left join ${credits} on ${credits.id} = e.credit_id where ${isOfVoucher}`
  const worth = sql`case ${status} when 'issued' then ${amountMinor} else 0 end`
  const { spent, reserved } = selectParts([])
  const rows = await readRows<{ [Name in keyof Mismatch]: string }>(
    db,
    sql`select id, currency, minor, posted as "postedMinor" from (
        select ${id}, ${currency}, ${worth} - (${spent}) as minor, (${reserved}) as reserved, (${posted}) as posted from ${vouchers}
      ) parts where minor < reserved or minor <> posted`,
  )
  return rows.map((row) => ({ ...row, minor: Number(row.minor), postedMinor: Number(row.postedMinor) }))
}
