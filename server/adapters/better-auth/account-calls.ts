/** Writes accounts in a transaction of our own, which better-auth cannot join. */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, ne, or } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { IdentityProvider, OwnAccounts } from '#server/ports/identity-provider.ts'
import type { Hashing } from './hashing.ts'
import { account, CREDENTIAL, session, twoFactor, user } from './identity.table.ts'
import { removePendingLinks } from './pending-links.ts'
import { findPasswordProblem } from './rules.ts'

export function createOwnAccounts(hashing: Hashing): OwnAccounts {
  return {
    async hashPassword(password) {
      const problem = await findPasswordProblem(password)
      if (problem) throw new AppError('INVALID_INPUT', problem)
      return hashing.hash(password)
    },
    async createAccount(tx, { email, name, passwordHash, emailConfirmed }) {
      const [id, times] = [randomUUID(), { createdAt: new Date(), updatedAt: new Date() }]
      const values = { ...times, id, email, name, emailVerified: emailConfirmed }
      const created = await tx.insert(user).values(values).onConflictDoNothing().returning({ id: user.id })
      if (created.length === 0) return null
      const credential = { accountId: id, providerId: CREDENTIAL, userId: id, password: passwordHash }
      await tx.insert(account).values({ ...times, id: randomUUID(), ...credential })
      return id
    },
    async deleteAccount(tx, email) {
      await tx.delete(user).where(eq(user.email, email))
    },
  }
}

export async function changeEmail(tx: Transaction, identityId: string, email: string): Promise<boolean> {
  const isOther = and(eq(user.email, email), ne(user.id, identityId))
  await tx.delete(user).where(and(isOther, eq(user.emailVerified, false)))
  if ((await tx.$count(user, isOther)) > 0) return false
  await tx.update(user).set({ email, emailVerified: true, updatedAt: new Date() }).where(eq(user.id, identityId))
  await tx.delete(session).where(eq(session.userId, identityId))
  await removePendingLinks(tx, identityId)
  return true
}

export const restoreEmail: IdentityProvider['restoreEmail'] = async (tx, identityId, email, since) => {
  if (!(await changeEmail(tx, identityId, email))) return false
  const isNew = or(eq(account.providerId, CREDENTIAL), gt(account.createdAt, new Date(since.time)))
  await tx.delete(account).where(and(eq(account.userId, identityId), isNew))
  if (since.hadSecondFactor) return true
  await tx.delete(twoFactor).where(eq(twoFactor.userId, identityId))
  await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, identityId))
  return true
}

export async function release(tx: Transaction, email: string): Promise<void> {
  await tx.delete(user).where(eq(user.email, email))
}
