/** The embedded identity provider: better-auth on the school's own database, under /api/auth. */

import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { ThirdPartySettings } from '#server/settings.ts'
import { askToConfirm, confirmEmail } from './confirm-email.ts'
import { mountFetchHandler } from './fetch-handler.ts'
import { queuedHashing } from './hashing.ts'
import { CLIENT_ADDRESS, hooksOf } from './hooks.ts'
import * as tables from './identity.table.ts'
import type { Identity } from './identity.ts'
import { confirmLetter, passwordChangedLetter, RESET_MINUTES, resetLetter } from './letters.ts'
import { keepable } from './rules.ts'
import { thirdPartyOptions } from './third-parties.ts'
import type { Throttle } from './throttle.ts'

const SESSION_DAYS = 30
const DAY_SECONDS = 24 * 60 * 60

/** better-auth's name for accounts that sign in with a password. */
export const CREDENTIAL = 'credential'

/** What the school uses of better-auth; whatever else it could do is closed. */
const OPEN = [
  'GET /get-session',
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /update-user',
  'POST /confirm-email/send',
  'POST /confirm-email',
  'GET /list-accounts',
  'POST /link-social',
  'POST /unlink-account',
  'GET /oauth-popup/start',
  'GET /callback/:id',
  'POST /callback/:id',
]

export interface EmbeddedIdentitySettings {
  db: Database
  /** The origin that pages are served from. */
  publicUrl: string
  /** What its cookies are signed with. */
  secret: string
  thirdParties: ThirdPartySettings[]
  /** Whether accounts that the demo made may be used. */
  demo: boolean
  jobs: Jobs
  mail: Mail
  throttle: Throttle
  log: FastifyBaseLogger
  /** Told when somebody's password has changed; the e-mail in lower case. */
  passwordChanged(email: string): Promise<void>
}

export type EmbeddedAuth = Awaited<ReturnType<typeof createAuth>>

/** The provider itself: passwords (scrypt), third parties, sessions in a cookie, throttled by the contract's numbers. */
export async function createAuth(settings: EmbeddedIdentitySettings) {
  const { db, publicUrl, secret, thirdParties, demo, mail, log } = settings
  const { socialProviders, plugins } = await thirdPartyOptions(thirdParties)
  const sendConfirmation = (user: { name: string; email: string }, token: string) =>
    mail.send(db, confirmLetter(mail.sender, user, `${publicUrl}/verify-email?token=${token}`))
  const passwordChanged = async (user: { name: string; email: string }) => {
    await settings.passwordChanged(user.email.toLowerCase())
    await mail.send(db, passwordChangedLetter(mail.sender, user, `${publicUrl}/forgot-password`))
  }
  const auth = betterAuth({
    appName: 'Photography School',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      errorURL: `${publicUrl}/login`,
      onError: (error) => {
        if (!isAPIError(error) || error.statusCode >= 500) log.error(error, 'the identity provider failed')
      },
    },
    database: drizzleAdapter(db, { provider: 'pg', schema: tables, transaction: true }),
    user: { additionalFields: { demo: { type: 'boolean', input: false, returned: false, defaultValue: false } } },
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    verification: { storeIdentifier: 'hashed' },
    account: { encryptOAuthTokens: true, accountLinking: { disableImplicitLinking: true } },
    socialProviders,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: queuedHashing(),
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        if ('demo' in user && user.demo && !demo) return
        await mail.send(db, resetLetter(mail.sender, user, `${publicUrl}/reset-password?token=${token}`))
      },
      async onPasswordReset({ user }) {
        await claim(user)
        await passwordChanged(user)
      },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 600,
      customRules: {
        '/sign-in/email': { window: 60, max: 60 },
        '/sign-up/email': { window: 60, max: 60 },
        '/change-password': { window: 60, max: 60 },
        '/request-password-reset': { window: 60, max: 20 },
        '/confirm-email/send': { window: 60, max: 20 },
        '/get-session': false,
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
      // Said, because better-auth leaves these checks out where NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: keepable(user) }),
          after: async (user, ctx) => {
            if (ctx && !user.emailVerified) await askToConfirm(ctx, user, sendConfirmation)
          },
        },
        update: { before: async ({ image }) => ({ data: image === '' ? { image: null } : {} }) },
      },
    },
    hooks: hooksOf({ ...settings, passwordChanged }),
    plugins: [...plugins, confirmEmail(sendConfirmation)],
  })

  /** Whoever reads the address's mail owns the account: what others may have tied to it before is cut off. */
  async function claim(user: { id: string; emailVerified: boolean }): Promise<void> {
    if (user.emailVerified) return
    const { internalAdapter } = await auth.$context
    const accounts = await internalAdapter.findAccounts(user.id)
    for (const { id, providerId } of accounts) if (providerId !== CREDENTIAL) await internalAdapter.deleteAccount(id)
    await internalAdapter.updateUser(user.id, { emailVerified: true })
  }

  return auth
}

/** The identity seam over the embedded provider. Its proof is the session cookie, from our own pages only. */
export function embeddedIdentity(auth: EmbeddedAuth, publicUrl: string): Identity {
  const find = async (email: string) =>
    (await auth.$context).internalAdapter.findUserByEmail(email, { includeAccounts: true })
  return {
    async prove({ headers }) {
      if (headers.origin && headers.origin !== publicUrl) return null
      const found = await auth.api.getSession({ headers: fromNodeHeaders(headers) })
      if (!found) return null
      const { email, name, image } = found.user
      return { email: email.toLowerCase(), name, image: image || null, signedInAt: found.session.createdAt.getTime() }
    },
    async hasPassword(email, password) {
      const hash = (await find(email))?.accounts.find(({ providerId }) => providerId === CREDENTIAL)?.password
      return Boolean(hash) && (await auth.$context).password.verify({ hash: hash ?? '', password })
    },
    async signInOf(email) {
      const found = await find(email)
      const sessions = found ? await (await auth.$context).internalAdapter.listSessions(found.user.id) : []
      return {
        email_verified: found?.user.emailVerified ?? false,
        methods: (found?.accounts ?? []).map(({ providerId: id }) => (id === CREDENTIAL ? 'password' : id)),
        sessions: sessions.map((session) => ({
          created_at: session.createdAt.getTime(),
          expires_at: session.expiresAt.getTime(),
          address: session.ipAddress ?? null,
          browser: session.userAgent ?? null,
        })),
      }
    },
    async forget(email) {
      const found = await find(email)
      if (found) await (await auth.$context).internalAdapter.deleteUser(found.user.id)
    },
    mount: (app) =>
      app.register(mountFetchHandler, {
        prefix: '/api/auth',
        open: OPEN,
        handler: auth.handler,
        addressHeader: CLIENT_ADDRESS,
        publicUrl,
      }),
  }
}
