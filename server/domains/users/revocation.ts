/** Ends tokens before their time. */
import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { users } from './users.table.ts'
import { isNotDeleted } from './users.ts'

/** Revokes the tokens that a user has been issued so far. */
export async function endTokens(db: Database, email: string): Promise<void> {
  await db
    .update(users)
    .set({ tokensFrom: Date.now() })
    .where(and(eq(users.email, email), isNotDeleted))
}

/** Revokes the tokens of all users that were issued before `now`. */
export async function endAllTokens(tx: Transaction, now: number): Promise<void> {
  await tx.update(users).set({ tokensFrom: now })
}
