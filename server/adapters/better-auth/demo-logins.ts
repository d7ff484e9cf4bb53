/** The demo's accounts may sign in only while the demo is on. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { DEMO_PROVIDER_ID } from '#server/settings/demo.ts'
import type { EmbeddedAuth } from './better-auth.ts'
import { account, CREDENTIAL, session, user, verification } from './identity.table.ts'

export interface DemoLogin {
  email: string
  name: string
  image: string | null
  password: string
}

/**
 * Creates an account of the demo, or restores its password. Returns the identity's id, or null for an account that the demo did
 * not create, which stays as it is.
 */
export async function openDemoLogin(db: Database, auth: EmbeddedAuth, login: DemoLogin): Promise<string | null> {
  const { password, ...profile } = login
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const values = { ...profile, ...times, id: randomUUID(), emailVerified: true, demo: true }
  await db.insert(user).values(values).onConflictDoNothing()
  const [row] = await db
    .select({ userId: user.id, accountId: account.id, password: account.password })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, CREDENTIAL)))
    .where(and(eq(user.email, login.email), eq(user.demo, true)))
  if (!row) return null
  const { userId, accountId } = row
  await db.update(user).set({ emailVerified: true }).where(eq(user.id, userId))
  if (row.password) return userId
  const hash = await (await auth.$context).password.hash(password)
  if (accountId) await db.update(account).set({ password: hash }).where(eq(account.id, accountId))
  else {
    const credential = { accountId: userId, providerId: CREDENTIAL, userId, password: hash }
    await db.insert(account).values({ ...times, id: randomUUID(), ...credential })
  }
  return userId
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
