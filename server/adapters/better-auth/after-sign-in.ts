/** Steps after every sign-in: ends the session that it replaces and those above the limit, and tells the owner about a browser that is new to the account. */
import { createHash, randomBytes } from 'node:crypto'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { describeDevice } from './describe-device.ts'
import { knownDevice, session } from './identity.table.ts'

/** Browsers that we know for one account. Above, the oldest are forgotten. */
const MAX_DEVICES = 50

/** Sessions of one account. Above, those that were used least recently end. better-auth lists no more than this. */
const MAX_SESSIONS = 100

/** Browsers limit a cookie to this. Source: RFC 6265bis, 5.5 */
const COOKIE_SECONDS = 400 * 24 * 60 * 60

export interface NewSignIn {
  name: string
  email: string
  emailVerified: boolean
  demo?: boolean
  /** In words: `Firefox on Linux`. */
  device: string
  ip: string | null
}

interface AfterSignInSettings {
  db: Database
  /** Called for a browser that is new to an account with other known browsers. */
  onNewDevice(signIn: NewSignIn): Promise<void>
}

const SIGN_IN_PATHS = new Set([
  '/sign-in/email',
  '/sign-up/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/callback/:id',
])

/** Returns the plugin. It must come after the second factor's, which ends sessions that still need a code. */
export function afterSignIn(settings: AfterSignInSettings) {
  const handler = createAuthMiddleware(async (ctx) => {
    const current = ctx.context.newSession
    if (!current) return
    const { name } = ctx.context.authCookies.sessionToken
    const replaced = await ctx.getSignedCookie(name, ctx.context.secret)
    if (replaced && replaced !== current.session.token) {
      const isReplaced = and(eq(session.token, replaced), eq(session.userId, current.user.id))
      await settings.db.delete(session).where(isReplaced)
    }
    await endOldSessions(settings.db, current.user.id)
    const isNew = await rememberDevice(settings.db, current.user.id, await readDeviceCookie(ctx))
    if (!isNew) return
    const { userAgent, ipAddress: ip } = current.session
    await settings.onNewDevice({ ...current.user, device: describeDevice(userAgent), ip: ip || null })
  })
  const matcher = ({ path }: { path?: string }) => SIGN_IN_PATHS.has(path ?? '')
  return { id: 'after-sign-in', hooks: { after: [{ matcher, handler }] } } satisfies BetterAuthPlugin
}

async function endOldSessions(db: Database, userId: string): Promise<void> {
  const isOwn = eq(session.userId, userId)
  const latest = db
    .select({ id: session.id })
    .from(session)
    .where(isOwn)
    .orderBy(desc(session.updatedAt))
    .limit(MAX_SESSIONS)
  await db.delete(session).where(and(isOwn, notInArray(session.id, latest)))
}

/** Returns the id of this browser, and extends its cookie. A browser without one gets a random one. */
async function readDeviceCookie(ctx: GenericEndpointContext): Promise<string> {
  const { name, attributes } = ctx.context.createAuthCookie('device', { maxAge: COOKIE_SECONDS })
  const id = (await ctx.getSignedCookie(name, ctx.context.secret)) || randomBytes(24).toString('base64url')
  await ctx.setSignedCookie(name, id, ctx.context.secret, attributes)
  return id
}

/** Returns whether the browser is new to an account that has others. The first browser of an account is not. */
async function rememberDevice(db: Database, userId: string, device: string): Promise<boolean> {
  const id = createHash('sha256').update(`${userId}\n${device}`).digest('base64url')
  const added = await db
    .insert(knownDevice)
    .values({ id, userId, createdAt: new Date() })
    .onConflictDoNothing()
    .returning()
  if (added.length === 0) return false
  const isOwn = eq(knownDevice.userId, userId)
  const newest = await db
    .select({ id: knownDevice.id })
    .from(knownDevice)
    .where(isOwn)
    .orderBy(desc(knownDevice.createdAt))
    .limit(MAX_DEVICES)
  const ids = newest.map((row) => row.id)
  if (ids.length === MAX_DEVICES) await db.delete(knownDevice).where(and(isOwn, notInArray(knownDevice.id, ids)))
  return ids.length > 1
}
