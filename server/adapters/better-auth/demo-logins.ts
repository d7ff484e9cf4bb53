/** The demo's accounts may sign in only while the demo is on. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { type Transaction, transaction } from '#server/platform/database/transaction.ts'
import { DEMO_PROVIDER_ID } from '#server/settings/demo.ts'
import type { EmbeddedAuth } from './better-auth.ts'
import { account, CREDENTIAL, session, user, verification } from './identity.table.ts'

export interface DemoLogin {
  email: string
  name: string
  image: string | null
  password: string
  /** Of the password, where the caller has it. */
  passwordHash?: string | undefined
}

/**
 * Creates an account of the demo, or restores its password. Returns the identity's id, or null for an account that the demo did
 * not create, which stays as it is.
 */
export async function openDemoLogin(db: Database, auth: EmbeddedAuth, login: DemoLogin): Promise<string | null> {
  const { password, passwordHash, ...profile } = login
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const values = { ...profile, ...times, id: randomUUID(), emailVerified: true, demo: true }
  await db.insert(user).values(values).onConflictDoNothing()
  const [row] = await db
    .select()
    .from(user)
    .where(and(eq(user.email, login.email), eq(user.demo, true)))
  if (!row) return null
  if ((await findCredential(db, row.id))?.password) return row.id
  const hash = passwordHash ?? (await hashDemoPassword(auth, password))
  await transaction(db, (tx) => setPassword(tx, row.id, hash))
  return row.id
}

/** Takes 32 MB for a tenth of a second. */
export async function hashDemoPassword(auth: EmbeddedAuth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password)
}

/** Sets the password of a demo account that has none. The lock of its row makes instances that start together set it once. */
async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await tx.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
  const existing = await findCredential(tx, userId)
  if (existing?.password) return
  if (existing) return void (await tx.update(account).set({ password: hash }).where(eq(account.id, existing.id)))
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const credential = { accountId: userId, providerId: CREDENTIAL, userId, password: hash }
  await tx.insert(account).values({ ...times, id: randomUUID(), ...credential })
}

async function findCredential(db: Database, userId: string) {
  const isCredential = and(eq(account.userId, userId), eq(account.providerId, CREDENTIAL))
  const [credential] = await db.select().from(account).where(isCredential)
  return credential
}

/** Returns the ids of the demo's accounts. */
export async function listDemoIdentities(tx: Transaction): Promise<string[]> {
  return (await tx.select({ id: user.id }).from(user).where(eq(user.demo, true))).map(({ id }) => id)
}

/**
 * Ends the sessions of the demo's accounts and removes their passwords and reset links. Removes the accounts of the demo's sign-in
 * provider, and unconfirms their e-mails. Returns the ids of the latter, whose user records the caller unbinds.
 */
export async function closeDemoLogins(tx: Transaction): Promise<string[]> {
  const demoUsers = tx.select({ id: user.id }).from(user).where(eq(user.demo, true))
  await tx.update(account).set({ password: null }).where(inArray(account.userId, demoUsers))
  await tx.delete(verification).where(inArray(verification.value, demoUsers))
  await tx.delete(session).where(inArray(session.userId, demoUsers))
  const isOfProvider = eq(account.providerId, DEMO_PROVIDER_ID)
  const providerUsers = tx.select({ id: account.userId }).from(account).where(isOfProvider)
  const ids = (await providerUsers).map(({ id }) => id)
  await tx.delete(session).where(inArray(session.userId, providerUsers))
  await tx.update(user).set({ emailVerified: false }).where(inArray(user.id, providerUsers))
  await tx.delete(account).where(isOfProvider)
  return ids
}
