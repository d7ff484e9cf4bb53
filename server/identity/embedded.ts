/** The embedded identity provider: better-auth on the school's own database, under /api/auth. */

import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyBaseLogger } from 'fastify'
import { Password } from '#contract/users.ts'
import type { Database } from '#server/database/database.ts'
import { mountFetchHandler } from './fetch-handler.ts'
import * as tables from './identity.table.ts'
import type { Identity } from './identity.ts'

/** The one header that carries the client's address: written by us from the socket, believed from nobody else. */
const CLIENT_ADDRESS = 'x-client-address'

const SESSION_DAYS = 30
const DAY_SECONDS = 24 * 60 * 60

export interface EmbeddedIdentitySettings {
  db: Database
  /** The origin that pages are served from. */
  publicUrl: string
  /** What its cookies are signed with. */
  secret: string
  log: FastifyBaseLogger
}

export type EmbeddedAuth = ReturnType<typeof createAuth>

/** The provider itself: passwords (scrypt), sessions in a cookie, throttled by the contract's numbers for a classroom. */
export function createAuth({ db, publicUrl, secret, log }: EmbeddedIdentitySettings) {
  return betterAuth({
    appName: 'Photography School',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      onError: (error) => {
        if (!isAPIError(error) || error.statusCode >= 500) log.error(error, 'the identity provider failed')
      },
    },
    database: drizzleAdapter(db, { provider: 'pg', schema: tables, transaction: true }),
    user: { additionalFields: { demo: { type: 'boolean', input: false, returned: false, defaultValue: false } } },
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    emailAndPassword: { enabled: true, minPasswordLength: 6, maxPasswordLength: 128 },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 600,
      customRules: {
        '/sign-in/email': { window: 60, max: 60 },
        '/sign-up/email': { window: 60, max: 60 },
        '/get-session': false,
      },
    },
    advanced: { ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] } },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-up/email') refuseWeakPassword(ctx.body?.password)
      }),
    },
  })
}

function refuseWeakPassword(password: unknown): void {
  const checked = Password.safeParse(password)
  if (!checked.success) throw new APIError('BAD_REQUEST', { message: checked.error.issues[0]?.message })
}

/** The identity seam over the embedded provider. Its proof is the session cookie, from our own pages only. */
export function embeddedIdentity(auth: EmbeddedAuth, publicUrl: string): Identity {
  return {
    async prove({ headers }) {
      if (headers.origin && headers.origin !== publicUrl) return null
      const session = await auth.api.getSession({ headers: fromNodeHeaders(headers) })
      if (!session) return null
      const { email, name, image } = session.user
      return { email: email.toLowerCase(), name, image: image ?? null }
    },
    mount: (app) =>
      app.register(mountFetchHandler, {
        prefix: '/api/auth',
        handler: auth.handler,
        addressHeader: CLIENT_ADDRESS,
        publicUrl,
      }),
  }
}
