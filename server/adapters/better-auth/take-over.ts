/** Gives an account that never confirmed its address to the owner of the mailbox, who has reset the password. */
import type { AuthContext } from 'better-auth'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { CREDENTIAL, knownDevice, twoFactor } from './identity.table.ts'

/**
 * Removes what another person may have set up: sign-in providers, the second factor and known browsers. A confirmed account keeps
 * them, because an e-mail must not turn a second factor off.
 */
export async function takeOver(
  db: Database,
  { internalAdapter }: Pick<AuthContext, 'internalAdapter'>,
  { id: userId, emailVerified }: { id: string; emailVerified: boolean },
): Promise<void> {
  if (emailVerified) return
  const accounts = await internalAdapter.findAccounts(userId)
  for (const { id, providerId } of accounts) {
    if (providerId !== CREDENTIAL) await internalAdapter.deleteAccount(id)
  }
  await db.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await db.delete(knownDevice).where(eq(knownDevice.userId, userId))
  await internalAdapter.updateUser(userId, { emailVerified: true, twoFactorEnabled: false })
}
