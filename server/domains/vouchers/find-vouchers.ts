/** Finds vouchers in the search of the dashboard. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { FoundVoucher } from '#contract/search.ts'
import { toMajor } from '#contract/values/money.ts'
import { normalizeCode } from '#contract/values/normalize-code.ts'
import { users } from '#server/domains/users/users.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import { vouchers } from './vouchers.table.ts'
import { LAST } from './vouchers.ts'

/** Returns the vouchers whose code ends with these four characters, the newest first. */
export async function findVouchers(db: Database, text: string, limit: number): Promise<FoundVoucher[]> {
  const lastFour = normalizeCode(text)
  if (lastFour.length !== LAST) return []
  const { id: _id, currency, amountMinor, reason } = vouchers
  const rows = await db
    .select({ _id, currency, amountMinor, about: sql<string>`coalesce(${users.name}, ${reason})` })
    .from(vouchers)
    .leftJoin(users, eq(users.id, vouchers.userId))
    .where(and(eq(vouchers.lastFour, lastFour), inArray(vouchers.status, ['issued', 'voided'])))
    .orderBy(desc(vouchers.createdAt), _id)
    .limit(limit)
  return rows.map(({ amountMinor: minor, ...row }) => ({
    ...row,
    last_four: lastFour,
    amount: toMajor(minor, row.currency),
  }))
}
