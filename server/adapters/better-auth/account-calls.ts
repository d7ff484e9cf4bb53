/** Writes accounts in a transaction of our own, which better-auth cannot join. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { OwnAccounts } from '#server/ports/identity-provider.ts'
import type { Hashing } from './hashing.ts'
import { account, CREDENTIAL, user } from './identity.table.ts'
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
