/** Ends tokens before their time. */
import { and, eq, gt } from 'drizzle-orm'
import { MAX_CLOCK_SKEW_MS } from '#server/platform/clock.ts'
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

/** Ends a revocation that lies in the future: a clock was ahead, and new tokens would be refused until its time has come. */
export async function correctRevocation(db: Database, id: string): Promise<void> {
  const now = Date.now()
  const isAhead = gt(users.tokensFrom, now + MAX_CLOCK_SKEW_MS)
  await db
    .update(users)
    .set({ tokensFrom: now })
    .where(and(eq(users.id, id), isAhead))
}

/** Revokes the tokens of all users that were issued before `now`. */
export async function endAllTokens(tx: Transaction, now: number): Promise<void> {
  await tx.update(users).set({ tokensFrom: now })
}
