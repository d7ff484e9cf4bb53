/** The identity provider port over better-auth. Its proof is the session cookie, from our own pages only. */

import { randomUUID } from 'node:crypto'
import { fromNodeHeaders } from 'better-auth/node'
import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import type { SecurityLog } from '#server/platform/security-log.ts'
import type { IdentityProvider, OwnAccounts, Proof } from '#server/ports/identity-provider.ts'
import type { EmbeddedAuth } from './better-auth.ts'
import { describeDevice } from './describe-device.ts'
import { mountFetchHandler } from './fetch-handler.ts'
import type { Hashing } from './hashing.ts'
import { CLIENT_IP_HEADER, readNetwork } from './hooks.ts'
import { account, CREDENTIAL, session, twoFactor, user } from './identity.table.ts'
import { removePendingLinks } from './pending-links.ts'
import { readSignInTime } from './reauthenticate.ts'
import { findPasswordProblem } from './rules.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** The endpoints of better-auth that we use. The others are not served. */
const ENDPOINTS = [
  'GET /get-session',
  'POST /sign-out',
  'POST /update-user',
  'POST /confirm-email/send',
  'POST /confirm-email',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'GET /list-accounts',
  'GET /oauth-popup/start',
  'GET /callback/:id',
  'POST /callback/:id',
]

/** The endpoints of accounts with a password, beside which sign-in providers are connected. */
const PASSWORD_ENDPOINTS = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /reauthenticate',
  'POST /link-social',
  'POST /unlink-account',
]

type CurrentSession = NonNullable<Awaited<ReturnType<EmbeddedAuth['api']['getSession']>>>

export interface EmbeddedIdentityOptions {
  publicUrl: string
  /** True if people sign in with a password; otherwise only with the sign-in providers. */
  passwords: boolean
  throttle: SignInThrottle
  hashing: Hashing
  securityLog: SecurityLog
}

export function createEmbeddedIdentity(auth: EmbeddedAuth, options: EmbeddedIdentityOptions): IdentityProvider {
  const { publicUrl, passwords, throttle, hashing, securityLog } = options
  const find = async (email: string) =>
    (await auth.$context).internalAdapter.findUserByEmail(email, { includeAccounts: true })
  return {
    features: { passwords, ownAccounts: passwords, sessions: true, emailChanges: passwords, secondFactor: true },
    ownAccounts: passwords ? createOwnAccounts(hashing) : null,
    async prove({ headers, ip }) {
      if (headers.origin && headers.origin !== publicUrl) return null
      const current = await auth.api.getSession({ headers: fromNodeHeaders(headers) })
      return current && { ...toProof(current), network: toNetwork(ip) }
    },
    hasSession(identityId, sessionId) {
      const isLive = and(eq(session.id, sessionId), eq(session.userId, identityId), gt(session.expiresAt, new Date()))
      return sql`exists (select from ${session} where ${isLive})`
    },
    ...createSessionCalls(auth),
    async confirmEmail(tx, identityId) {
      await tx.update(user).set({ emailVerified: true }).where(eq(user.id, identityId))
    },
    // Accounts of this provider are deleted by our own code only, together with their records unless the address has a new owner.
    async isOwn(identityId) {
      return (await (await auth.$context).internalAdapter.findUserById(identityId)) !== null
    },
    async hasPassword({ identityId, email, network }, password) {
      if (!passwords) return false
      const hash = (await find(email))?.accounts.find(({ providerId }) => providerId === CREDENTIAL)?.password
      if (!hash) return false
      await throttle.beforePassword(email, network)
      const isRight = await hashing.runFor(network, () => hashing.verify({ hash, password }))
      if (isRight) return true
      securityLog.record('sign-in-refused', { identity: identityId, by: 'password', code: 'INVALID_PASSWORD' })
      await throttle.countWrongPassword(email, network)
      return false
    },
    changeEmail,
    restoreEmail,
    deleteSignIn,
    async readSignIn(email) {
      const identity = await find(email)
      const sessions = identity ? await (await auth.$context).internalAdapter.listSessions(identity.user.id) : []
      return {
        email_verified: identity?.user.emailVerified ?? false,
        methods: (identity?.accounts ?? []).map(({ providerId: id }) => (id === CREDENTIAL ? 'password' : id)),
        second_factor: Boolean(identity?.user && isSecondFactorOn(identity.user)),
        sessions: sessions.map(({ createdAt, expiresAt, ipAddress, userAgent }) => ({
          created_at: createdAt.getTime(),
          expires_at: expiresAt.getTime(),
          address: ipAddress ?? null,
          browser: userAgent ?? null,
        })),
      }
    },
    async forget({ email }) {
      const identity = await find(email)
      if (identity) await (await auth.$context).internalAdapter.deleteUser(identity.user.id)
    },
    mount: (app) => mountIdentity(app, auth, options),
  }
}

/** Serves better-auth's endpoints below /api/auth, and writes refusals to the security log. */
function mountIdentity(
  app: FastifyInstance,
  auth: EmbeddedAuth,
  { publicUrl, passwords, hashing, securityLog }: EmbeddedIdentityOptions,
): void {
  void app.register(mountFetchHandler, {
    prefix: '/api/auth',
    endpoints: passwords ? [...ENDPOINTS, ...PASSWORD_ENDPOINTS] : ENDPOINTS,
    handler: (request) => hashing.runFor(readNetwork(request.headers), () => auth.handler(request)),
    ipHeader: CLIENT_IP_HEADER,
    publicUrl,
    onRefused: async (request, body) => {
      // The refusal is sent whether or not its account can be read.
      const headers = fromNodeHeaders(request.headers)
      const current = await auth.api.getSession({ headers }).catch(() => null)
      securityLog.recordRefusal(request, body, { identity: current?.user.id })
    },
  })
}

function toProof({ user, session }: CurrentSession): Omit<Proof, 'network'> {
  return {
    identityId: user.id,
    email: user.email.toLowerCase(),
    emailConfirmed: user.emailVerified,
    name: user.name,
    image: user.image || null,
    signedInAt: readSignInTime(session),
    sessionId: session.id,
    // Revoked sessions are deleted, and tokens with them.
    validSince: 0,
  }
}

function createOwnAccounts(hashing: Hashing): OwnAccounts {
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

async function changeEmail(tx: Transaction, identityId: string, email: string): Promise<boolean> {
  const isOther = and(eq(user.email, email), ne(user.id, identityId))
  await tx.delete(user).where(and(isOther, eq(user.emailVerified, false)))
  if ((await tx.$count(user, isOther)) > 0) return false
  await tx.update(user).set({ email, emailVerified: true, updatedAt: new Date() }).where(eq(user.id, identityId))
  await tx.delete(session).where(eq(session.userId, identityId))
  await removePendingLinks(tx, identityId)
  return true
}

const restoreEmail: IdentityProvider['restoreEmail'] = async (tx, identityId, email, since) => {
  if (!(await changeEmail(tx, identityId, email))) return false
  const isNew = or(eq(account.providerId, CREDENTIAL), gt(account.createdAt, new Date(since.time)))
  await tx.delete(account).where(and(eq(account.userId, identityId), isNew))
  if (since.hadSecondFactor) return true
  await tx.delete(twoFactor).where(eq(twoFactor.userId, identityId))
  await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, identityId))
  return true
}

async function deleteSignIn(tx: Transaction, email: string): Promise<void> {
  await tx.delete(user).where(eq(user.email, email))
}

type SessionCalls = Pick<IdentityProvider, 'listSessions' | 'endSession' | 'endOtherSessions' | 'hasSecondFactor'>

function createSessionCalls(auth: EmbeddedAuth): SessionCalls {
  const endWhere = async (identityId: string, isEnded: (id: string) => boolean) => {
    const { internalAdapter } = await auth.$context
    const ended = (await internalAdapter.listSessions(identityId)).filter(({ id }) => isEnded(id))
    for (const { token } of ended) await internalAdapter.deleteSession(token)
    return ended.length
  }
  return {
    async listSessions(identityId) {
      const sessions = await (await auth.$context).internalAdapter.listSessions(identityId)
      return sessions.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        id,
        device: describeDevice(userAgent),
        ip: ipAddress || null,
        createdAt: createdAt.getTime(),
        lastUsedAt: updatedAt.getTime(),
      }))
    },
    endSession: (identityId, sessionId) => endWhere(identityId, (id) => id === sessionId),
    endOtherSessions: ({ identityId, sessionId }) => endWhere(identityId, (id) => id !== sessionId),
    async hasSecondFactor(identityId) {
      const user = await (await auth.$context).internalAdapter.findUserById(identityId)
      return user !== null && isSecondFactorOn(user)
    },
  }
}

/** Returns whether a user of better-auth has turned the second factor on. */
function isSecondFactorOn(user: object): boolean {
  return 'twoFactorEnabled' in user && user.twoFactorEnabled === true
}
