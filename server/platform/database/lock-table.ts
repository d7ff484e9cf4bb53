import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './transaction.ts'

/** Locks a table against other changes until the transaction ends: row locks would not stop another insert. Visitors still read it. */
export async function lockTable(tx: Transaction, table: PgTable): Promise<void> {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
}
