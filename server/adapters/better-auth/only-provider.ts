/** The rules of `IDENTITY=oidc`: one OpenID Connect provider is the only way to sign in. Docs: docs/decisions/0031. */
import type { AuthContext } from 'better-auth'
import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { account, user } from './identity.table.ts'
import type { VerifiedSubject } from './lazy-oidc.ts'

/** The code of a sign-in whose address belongs to another subject of the provider. The browser knows it. */
export const OTHER_SUBJECT = 'other_subject'

/** Makes accounts have no password for better-auth, so that changes of a second factor do not ask for one from before. */
export function ignorePasswords({ internalAdapter }: Pick<AuthContext, 'internalAdapter'>): void {
  internalAdapter.findCredentialAccount = async () => null
}

/**
 * Makes a subject the owner of the address that the provider has verified for it. An account of the subject gets the address. An account of
 * another person, who never confirmed the address, is deleted: with its record where that person is another subject of the provider,
 * while the record of a former account with a password waits for the owner of its address.
 */
export async function giveAddress(
  db: Database,
  { email, providerId, subject }: VerifiedSubject,
  deleteRecord: (identityId: string) => Promise<void>,
): Promise<void> {
  const isOfProvider = and(eq(account.userId, user.id), eq(account.providerId, providerId))
  const owned = db.select({ id: user.id, email: user.email }).from(user).innerJoin(account, isOfProvider)
  const [own] = await owned.where(eq(account.accountId, subject))
  if (own?.email === email) return
  const isUnconfirmed = and(eq(user.email, email), eq(user.emailVerified, false))
  const [other] = await owned.where(isUnconfirmed)
  if (other) await deleteRecord(other.id)
  await db.delete(user).where(isUnconfirmed)
  if (!own) return
  const isFree = notExists(db.select({ one: sql`1` }).from(user).where(eq(user.email, email)))
  await db
    .update(user)
    .set({ email, emailVerified: true })
    .where(and(eq(user.id, own.id), isFree))
}

/**
 * Returns whether an account belongs to a subject of the provider. Another subject with the same address is another person, because an
 * address may be given to someone else. Source: OpenID Connect Core 1.0, section 5.7
 */
export async function hasSubject(db: Database, userId: string, providerId: string): Promise<boolean> {
  const isOfProvider = and(eq(account.userId, userId), eq(account.providerId, providerId))
  return (await db.select({ id: account.id }).from(account).where(isOfProvider)).length > 0
}

/**
 * Sets accounts of other issuers aside, because the same subject of another issuer is another person. Those of the present issuer count
 * again.
 */
export async function separateIssuers(db: Database, providerId: string, issuer: string): Promise<void> {
  const former = `${providerId} of another issuer`
  await db.transaction(async (tx) => {
    await tx
      .update(account)
      .set({ issuer })
      .where(and(eq(account.providerId, providerId), sql`${account.issuer} is null`))
    await tx
      .update(account)
      .set({ providerId: former })
      .where(and(eq(account.providerId, providerId), sql`${account.issuer} <> ${issuer}`))
    await tx
      .update(account)
      .set({ providerId })
      .where(and(eq(account.providerId, former), eq(account.issuer, issuer)))
  })
}
