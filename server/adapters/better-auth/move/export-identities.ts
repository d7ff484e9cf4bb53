/** Exports accounts for Firebase. They keep their ids, so that user records stay bound to them. */
import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { account, CREDENTIAL, user } from '../identity.table.ts'
import { isFirebaseHash } from './firebase-scrypt.ts'
import { type FirebaseUser, toFirebaseHash, toFirebaseProvider } from './firebase-users.ts'

export interface ExportedIdentities {
  users: FirebaseUser[]
  /** Accounts that no one can sign in to afterwards without a new password. */
  withoutSignIn: number
  /** Accounts whose second factor stays behind. */
  withSecondFactor: number
}

/** Leaves out the demo's accounts. */
export async function exportIdentities(db: Database): Promise<ExportedIdentities> {
  const rows = await db.select().from(user).leftJoin(account, eq(account.userId, user.id)).where(eq(user.demo, false))
  const byId = Map.groupBy(rows, (row) => row.user.id)
  const users = [...byId.values()].flatMap((group) => group.slice(0, 1).map(({ user }) => toUser(user, group)))
  return {
    users,
    withoutSignIn: users.filter((one) => !one.passwordHash && one.providerUserInfo.length === 0).length,
    withSecondFactor: [...byId.values()].filter(([first]) => first?.user.twoFactorEnabled).length,
  }
}

type Account = typeof account.$inferSelect

function toUser(owner: typeof user.$inferSelect, rows: { account: Account | null }[]): FirebaseUser {
  const accounts = rows.flatMap((row) => row.account ?? [])
  const password = accounts.find(({ providerId }) => providerId === CREDENTIAL)?.password
  return {
    localId: owner.id,
    email: owner.email,
    emailVerified: owner.emailVerified,
    displayName: owner.name,
    ...(owner.image?.startsWith('http') && { photoUrl: owner.image }),
    createdAt: owner.createdAt.getTime(),
    disabled: false,
    ...(password && !isFirebaseHash(password) && toFirebaseHash(password)),
    providerUserInfo: accounts.flatMap(({ providerId, accountId: rawId }) => {
      const id = toFirebaseProvider(providerId)
      return id ? [{ providerId: id, rawId }] : []
    }),
  }
}
