/** Finds payments for the search of admins. */
import { desc } from 'drizzle-orm'
import type { FoundPayment } from '#contract/search.ts'
import type { Database } from '#server/platform/database/database.ts'
import { MAX_MATCHES } from '#server/platform/database/lists.ts'
import { payments } from './payments.table.ts'
import { matchesQuery } from './payments.ts'

/** Returns payments of which name, e-mail, class or transaction id contains a text, or with this receipt number; the newest first. */
export async function findPayments(db: Database, text: string, limit: number): Promise<FoundPayment[]> {
  const { id: _id, receipt, name, email, className, transactionId, createdAt } = payments
  const matches = db
    .select({ _id, receipt, name, email, className, transactionId, createdAt })
    .from(payments)
    .where(matchesQuery(text))
    .limit(MAX_MATCHES)
    .as('matches')
  const rows = await db.select().from(matches).orderBy(desc(matches.createdAt), matches._id).limit(limit)
  return rows.map(({ createdAt: _createdAt, ...payment }) => payment)
}
