/** Imports accounts of Firebase. They keep their ids, so that user records stay bound to them. */
import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { type Transaction, transaction } from '#server/platform/database/transaction.ts'
import { account, CREDENTIAL, user } from '../identity.table.ts'
import { toStorable } from '../rules.ts'
import { type HashConfig, toStoredHash } from './firebase-scrypt.ts'
import { type FirebaseUser, toOwnProvider } from './firebase-users.ts'

export interface ImportedIdentities {
  imported: number
  /** Accounts without an e-mail, disabled ones, and those whose e-mail or id has an account here, which stays as it is. */
  skipped: number
}

/** Imports all of them or, after an error, none. */
export async function importIdentities(
  db: Database,
  users: FirebaseUser[],
  config: HashConfig,
): Promise<ImportedIdentities> {
  return transaction(db, async (tx) => {
    let imported = 0
    for (const one of users) if (await importOne(tx, one, config)) imported += 1
    return { imported, skipped: users.length - imported }
  })
}

async function importOne(tx: Transaction, one: FirebaseUser, config: HashConfig): Promise<boolean> {
  const { localId: id, email, emailVerified, createdAt = Date.now(), disabled, passwordHash, salt } = one
  if (!email || disabled) return false
  const times = { createdAt: new Date(createdAt), updatedAt: new Date() }
  const profile = toStorable({ name: one.displayName ?? '', image: one.photoUrl ?? null })
  const values = { ...times, ...profile, id, email, emailVerified }
  const created = await tx.insert(user).values(values).onConflictDoNothing().returning({ id: user.id })
  if (created.length === 0) return false
  const password = passwordHash && salt ? toStoredHash(passwordHash, salt, config) : null
  const accounts = one.providerUserInfo.flatMap(({ providerId, rawId }) => {
    const own = toOwnProvider(providerId)
    return own ? [{ accountId: rawId, providerId: own, password: null as string | null }] : []
  })
  if (password) accounts.push({ accountId: id, providerId: CREDENTIAL, password })
  const rows = accounts.map((values) => ({ ...times, ...values, id: randomUUID(), userId: id }))
  if (rows.length > 0) await tx.insert(account).values(rows)
  return true
}
