/** The identity provider port over Firebase Authentication. Its proof is an ID token in the authorization header. Docs: docs/decisions/0031. */
import { type AnyColumn, and, eq, exists, gt, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ImageUrl } from '#contract/values/fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import type { IdentityProvider, Proof } from '#server/ports/identity-provider.ts'
import { user as embeddedUser } from '../better-auth/identity.table.ts'
import { toStorable } from '../better-auth/rules.ts'
import type { FirebaseAccount, FirebaseAccounts } from './accounts.ts'
import { endedSignIn } from './firebase.table.ts'
import type { IdToken, VerifyIdToken } from './id-token.ts'

interface FirebaseIdentityOptions {
  db: Database
  verify: VerifyIdToken
  /** Null without a service account. */
  accounts: FirebaseAccounts | null
}

/** The page for each kind of link that Firebase e-mails. */
const PAGES = new Map([
  ['resetPassword', '/reset-password'],
  ['verifyEmail', '/verify-email'],
])

export function createFirebaseIdentity({ db, verify, accounts }: FirebaseIdentityOptions): IdentityProvider {
  return {
    features: { passwords: true, ownAccounts: false, sessions: false, emailChanges: false, secondFactor: false },
    ownAccounts: null,
    async prove(request) {
      const token = readBearer(request)
      const claims = token ? await verify(token) : null
      if (!claims || isTooOld(claims.auth_time) || (await isEnded(db, claims.sub, claims.auth_time))) return null
      const account = await accounts?.find({ localId: claims.sub })
      if (account === null || (account && !isInForce(account, claims))) return null
      return { ...toProof(claims), validSince: (account?.validSince ?? 0) * 1000, network: toNetwork(request.ip) }
    },
    hasSession(identityId, sessionId) {
      const authTime = Number(sessionId)
      return Number.isSafeInteger(authTime) ? not(hasEnded(db, identityId, authTime)) : sql`false`
    },
    /** Every identity but those of the embedded provider that were not moved. Which ones were is known with a service account only. */
    async isOwn(identityId) {
      if (await accounts?.find({ localId: identityId })) return true
      const isEmbedded = eq(embeddedUser.id, identityId)
      return (await db.select({ id: embeddedUser.id }).from(embeddedUser).where(isEmbedded)).length === 0
    },
    // The browser proves the password to Firebase, which makes the sign-in a recent one.
    hasPassword: async () => false,
    // Firebase's own record stays unconfirmed: the claim of ours is enough.
    confirmEmail: async () => undefined,
    // Firebase's address counts.
    changeEmail: async () => false,
    restoreEmail: async () => false,
    hasSecondFactor: async () => false,
    listSessions: async () => [],
    async endSession(identityId, sessionId) {
      await end(db, identityId, Number(sessionId))
      return 1
    },
    async endOtherSessions({ identityId, sessionId }) {
      await end(db, identityId, Number(sessionId), { earlier: true })
      return 0
    },
    async readSignIn(email) {
      const account = await accounts?.find({ email })
      const methods = account?.providerUserInfo.map(({ providerId }) => providerId) ?? []
      return { email_verified: account?.emailVerified ?? false, methods, second_factor: false, sessions: [] }
    },
    deleteSignIn: async () => undefined,
    // The address may have been given to another person's account since.
    async forget({ identityId }) {
      if (identityId) await accounts?.remove(identityId)
    },
    mount: mountLinks,
  }
}

/** Leads the links in Firebase's e-mails to our pages. Source: https://firebase.google.com/docs/auth/custom-email-handler */
function mountLinks(app: FastifyInstance): void {
  app.get('/api/auth/action', { schema: { hide: true } }, async ({ query }, reply) => {
    const { mode, oobCode } = query as Record<string, unknown>
    const page = PAGES.get(String(mode))
    return reply.redirect(page ? `${page}?token=${encodeURIComponent(String(oobCode))}` : '/login', 303)
  })
}

function readBearer({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Returns whether Firebase still stands by a token of an account: it is not disabled, and no new password has revoked the token. */
function isInForce({ disabled, validSince, email }: FirebaseAccount, token: IdToken): boolean {
  return !disabled && validSince <= token.auth_time && email?.toLowerCase() === token.email
}

function toProof({
  sub,
  auth_time,
  email,
  email_verified,
  name,
  picture,
}: IdToken): Omit<Proof, 'network' | 'validSince'> {
  return {
    identityId: sub,
    email,
    emailConfirmed: email_verified,
    name: toStorable({ name }).name,
    image: ImageUrl.safeParse(picture).data ?? null,
    signedInAt: auth_time * 1000,
    sessionId: String(auth_time),
  }
}

const DAY_MS = 24 * 60 * 60_000

/** A sign-in whose session we cannot end at the provider is remembered as ended. A sign-in counts for this long. Later, its user signs in again, so that the ended ones need not be stored for ever. */
const SIGN_IN_DAYS = 90

/** Returns whether a sign-in is too long ago to count. @param authTime in seconds since 1970 */
function isTooOld(authTime: number): boolean {
  return Date.now() - authTime * 1000 > SIGN_IN_DAYS * DAY_MS
}

/** Returns the condition that a sign-in has ended. `identityId` is a column. */
function hasEnded(db: Database, identityId: AnyColumn, authTime: number): SQL {
  return exists(selectEnd(db, identityId, authTime))
}

/** Returns whether a sign-in of an identity has ended. */
async function isEnded(db: Database, identityId: string, authTime: number): Promise<boolean> {
  return (await selectEnd(db, identityId, authTime)).length > 0
}

function selectEnd(db: Database, identityId: AnyColumn | string, authTime: number) {
  const endsThis = and(eq(endedSignIn.earlier, false), eq(endedSignIn.authTime, authTime))
  const endsEarlier = and(eq(endedSignIn.earlier, true), gt(endedSignIn.authTime, authTime))
  const isOfIdentity = eq(endedSignIn.identityId, identityId)
  return db
    .select({ one: sql`1` })
    .from(endedSignIn)
    .where(and(isOfIdentity, or(endsThis, endsEarlier)))
}

/**
 * Ends a sign-in, or with `earlier` all before it but not itself. Removes what no longer has an effect. Firebase names a sign-in by its
 * second: another one of the identity in that second ends too.
 */
async function end(db: Database, identityId: string, authTime: number, { earlier = false } = {}): Promise<void> {
  const now = Date.now()
  await db.delete(endedSignIn).where(lt(endedSignIn.endedAt, now - SIGN_IN_DAYS * DAY_MS))
  await db.insert(endedSignIn).values({ identityId, authTime, earlier, endedAt: now }).onConflictDoNothing()
}
