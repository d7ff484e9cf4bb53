/** The demo's accounts may sign in only while the demo is on. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { CREDENTIAL, type EmbeddedAuth } from './embedded.ts'
import { account, session, user, verification } from './identity.table.ts'

/** The pretend third party's name on record: it vouches for anybody, so outside the demo it vouches for nobody. */
export const DEMO_THIRD_PARTY = 'demo'

export interface DemoLogin {
  email: string
  name: string
  image: string | null
  password: string
}

/** Makes an account of the demo, or gives it back its password. An account that the demo did not make is left alone. */
export async function openDemoLogin(db: Database, auth: EmbeddedAuth, login: DemoLogin): Promise<void> {
  const { password, ...person } = login
  const now = { createdAt: new Date(), updatedAt: new Date() }
  const made = { ...person, ...now, id: randomUUID(), emailVerified: true, demo: true }
  await db.insert(user).values(made).onConflictDoNothing()
  const [found] = await db
    .select({ userId: user.id, accountId: account.id, password: account.password })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, CREDENTIAL)))
    .where(and(eq(user.email, login.email), eq(user.demo, true)))
  if (!found || found.password) return
  const hash = await (await auth.$context).password.hash(password)
  if (found.accountId) {
    await db.update(account).set({ password: hash }).where(eq(account.id, found.accountId))
    return
  }
  const { userId } = found
  const credential = { ...now, id: randomUUID(), accountId: userId, providerId: CREDENTIAL, userId, password: hash }
  await db.insert(account).values(credential)
}

/**
 * Ends the sessions of all accounts that the demo made, and takes away their passwords and the links to new ones. So for those
 * whom only the pretend third party knows, and whose address it has confirmed.
 */
export async function closeDemoLogins(db: Database): Promise<void> {
  const ofDemo = db.select({ id: user.id }).from(user).where(eq(user.demo, true))
  await db.update(account).set({ password: null }).where(inArray(account.userId, ofDemo))
  await db.delete(verification).where(inArray(verification.value, ofDemo))
  await db.delete(session).where(inArray(session.userId, ofDemo))
  const byPretence = db.select({ id: account.userId }).from(account).where(eq(account.providerId, DEMO_THIRD_PARTY))
  await db.delete(session).where(inArray(session.userId, byPretence))
  await db.update(user).set({ emailVerified: false }).where(inArray(user.id, byPretence))
  await db.delete(account).where(eq(account.providerId, DEMO_THIRD_PARTY))
}
