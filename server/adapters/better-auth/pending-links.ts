/** Links that wait in e-mails, and connections to sign-in providers that have begun. */
import { eq, like, or } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { verification } from './identity.table.ts'

/**
 * Removes what has begun for an account before its password changed, because another person may have begun it. better-auth stores
 * the account's id as the value of a link, and within the JSON of a connection.
 */
export async function removePendingLinks(db: Database, userId: string): Promise<void> {
  const isConnection = like(verification.value, `%"userId":"${userId}"%`)
  await db.delete(verification).where(or(eq(verification.value, userId), isConnection))
}
