/** Vouchers in checkouts: found by their codes, reserved with the seats, and spent with the payment, by a trigger. */
import { eq, inArray, sql } from 'drizzle-orm'
import { describeDay } from '#contract/values/session-times.ts'
import { attempts } from '#server/domains/payments/payments.table.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type Balance, countBalance, readBalances } from './balances.ts'
import { readToday } from './last-day.ts'
import { hashCode } from './voucher-codes.ts'
import { vouchers, voucherUses } from './vouchers.table.ts'

/** Returns the vouchers of some codes, by these. @param codeKeys as codes are compared */
export async function find(db: Database, codeKeys: string[]): Promise<Map<string, string>> {
  const hashes = new Map(codeKeys.map((key) => [hashCode(key), key]))
  if (hashes.size === 0) return new Map()
  const rows = await db
    .select({ id: vouchers.id, codeHash: vouchers.codeHash })
    .from(vouchers)
    .where(inArray(vouchers.codeHash, [...hashes.keys()]))
  return new Map(rows.map(({ id, codeHash }) => [must(hashes.get(codeHash)), id]))
}

/** Returns vouchers in the order of their ids in a list, without what some orders reserve. */
export async function read(db: Database, ids: string[], exceptOrderIds: string[]): Promise<Balance[]> {
  if (ids.length === 0) return []
  const rows = await readBalances(db, inArray(vouchers.id, ids), exceptOrderIds)
  return ids.map((id) => must(rows.find(({ voucher }) => voucher.id === id)))
}

/** Requires that a voucher can pay something today. @throws AppError CODE_INVALID with the reason */
export function requireUsable({ school, currency }: Pick<Context, 'school' | 'currency'>, balance: Balance): void {
  const { voucher, spentMinor } = balance
  if (voucher.status !== 'issued') refuse('This voucher is not valid.')
  if (voucher.isDisputed) refuse('This voucher is locked while a bank reviews its payment.')
  if (voucher.lastDay < readToday(school)) refuse(`This voucher could be used until ${describeDay(voucher.lastDay)}.`)
  if (voucher.currency !== currency) refuse('This voucher is in another currency.')
  if (countBalance(balance) > 0) return
  refuse(spentMinor < voucher.amountMinor ? IN_CHECKOUT : 'This voucher has been used up.')
}

/** Locks the vouchers that a new checkout reserves, and requires that as much is left on each as was read. @throws AppError AMOUNT_CHANGED */
export async function lock(tx: Transaction, expected: Balance[]): Promise<void> {
  const ids = expected.map(({ voucher }) => voucher.id).sort()
  if (ids.length === 0) return
  const isChosen = inArray(vouchers.id, ids)
  await tx.select({ id: vouchers.id }).from(vouchers).where(isChosen).orderBy(vouchers.id).for('no key update')
  const present = new Map((await readBalances(tx, isChosen)).map((row) => [row.voucher.id, row]))
  for (const before of expected) {
    const now = must(present.get(before.voucher.id))
    const isSame = countBalance(now) === countBalance(before) && now.voucher.isDisputed === before.voucher.isDisputed
    if (!isSame || now.voucher.lastDay < before.voucher.lastDay) throw new AppError('AMOUNT_CHANGED')
  }
}

/** Part of a voucher that pays for the seat of an attempt. */
export type NewUse = typeof voucherUses.$inferInsert

/** Reserves what vouchers pay, which are locked. */
export async function record(tx: Transaction, uses: NewUse[]): Promise<void> {
  if (uses.length > 0) await tx.insert(voucherUses).values(uses)
}

/** Returns the ids of the vouchers that an order was begun with. */
export async function listIds(db: Database, orderId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: voucherUses.voucherId })
    .from(voucherUses)
    .innerJoin(attempts, eq(attempts.id, voucherUses.attemptId))
    .where(eq(attempts.orderId, orderId))
  return rows.map(({ id }) => id)
}

/** Returns whether an order whose hold has ended can still spend its vouchers, which it locks. One that has expired since still pays. */
export async function isLeftFor(tx: Transaction, orderId: string): Promise<boolean> {
  const ids = await listIds(tx, orderId)
  const isChosen = inArray(vouchers.id, ids)
  await tx.select({ id: vouchers.id }).from(vouchers).where(isChosen).orderBy(vouchers.id).for('no key update')
  const needed = await tx
    .select({ id: voucherUses.voucherId, minor: sql`sum(${voucherUses.amountMinor})`.mapWith(Number) })
    .from(voucherUses)
    .innerJoin(attempts, eq(attempts.id, voucherUses.attemptId))
    .where(eq(attempts.orderId, orderId))
    .groupBy(voucherUses.voucherId)
  const usable = (await readBalances(tx, isChosen)).filter(({ voucher }) => !voucher.isDisputed)
  const left = new Map(usable.map((row) => [row.voucher.id, countBalance(row)]))
  return needed.every(({ id, minor }) => minor <= (left.get(id) ?? 0))
}

function refuse(reason: string): never {
  throw new AppError('CODE_INVALID', reason)
}

const IN_CHECKOUT = 'The rest of this voucher is in checkout. Try again in a few minutes.'
