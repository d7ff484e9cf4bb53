/** The rules of `IDENTITY=oidc`: one OpenID Connect provider is the only way to sign in. Docs: docs/decisions/0031. */
import type { AuthContext } from 'better-auth'
import { and, eq, notExists } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { account, user } from './identity.table.ts'

/** Makes accounts have no password for better-auth, so that changes of a second factor do not ask for one from before. */
export function ignorePasswords({ internalAdapter }: Pick<AuthContext, 'internalAdapter'>): void {
  internalAdapter.findCredentialAccount = async () => null
}

/**
 * Deletes an account that another person may have registered with an address that the provider has verified: it never confirmed the
 * address, and is not the provider's.
 */
export async function releaseEmail(db: Database, email: string, providerId: string): Promise<void> {
  const isOfProvider = and(eq(account.userId, user.id), eq(account.providerId, providerId))
  const isOther = notExists(db.select({ id: account.id }).from(account).where(isOfProvider))
  await db.delete(user).where(and(eq(user.email, email), eq(user.emailVerified, false), isOther))
}
