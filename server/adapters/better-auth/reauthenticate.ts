/** Asks signed-in users to prove again who they are before changes that would let another person keep the account. */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  sessionMiddleware,
} from 'better-auth/api'
import { z } from 'zod'
import { ERRORS } from '#contract/values/errors.ts'
import { REAUTH_MINUTES } from '#contract/values/limits.ts'

/** Changes of the ways to sign in. */
const GUARDED_PATHS = new Set([
  '/change-password',
  '/link-social',
  '/unlink-account',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** The additional column of a session, for better-auth's options. */
export const SESSION_FIELDS = { reauthenticatedAt: { type: 'date', required: false, input: false } } as const

/** Returns when the user of a session last proved who they are, in milliseconds since 1970. */
export function readSignInTime(session: { createdAt: Date; reauthenticatedAt?: unknown }): number {
  const { createdAt, reauthenticatedAt } = session
  return Math.max(createdAt.getTime(), reauthenticatedAt instanceof Date ? reauthenticatedAt.getTime() : 0)
}

/** Verifies a code for the session of `ctx`, with the hooks of the second factor. Rejects with better-auth's APIError. */
export type VerifyCode = (kind: 'code' | 'recoveryCode', value: string, headers: Headers) => Promise<unknown>

/** Adds POST /reauthenticate, and refuses guarded calls of a session that is too old. */
export function reauthenticate(verifyCode: VerifyCode) {
  const guard = createAuthMiddleware(async (ctx) => {
    const current = ctx.request ? await getSessionFromCtx(ctx) : null
    if (!current || Date.now() - readSignInTime(current.session) <= REAUTH_MINUTES * 60_000) return
    throw new APIError('FORBIDDEN', { code: 'REAUTH_REQUIRED', message: ERRORS.REAUTH_REQUIRED[1] })
  })
  const matcher = ({ path }: { path?: string }) => GUARDED_PATHS.has(path ?? '')
  return {
    id: 'reauthenticate',
    endpoints: { reauthenticate: createEndpoint(verifyCode) },
    hooks: { before: [{ matcher, handler: guard }] },
  } satisfies BetterAuthPlugin
}

const Reauthentication = z.object({
  password: z.string().min(1).max(128),
  code: z.string().max(20).optional(),
  recoveryCode: z.string().max(40).optional(),
})

function createEndpoint(verifyCode: VerifyCode) {
  return createAuthEndpoint(
    '/reauthenticate',
    { method: 'POST', body: Reauthentication, use: [sessionMiddleware] },
    async (ctx) => {
      const { user, session } = ctx.context.session
      const { password, code, recoveryCode } = ctx.body
      await checkPassword(ctx, user.id, password)
      if (user.twoFactorEnabled) {
        if (code) await verifyCode('code', code, ctx.headers ?? new Headers())
        else if (recoveryCode) await verifyCode('recoveryCode', recoveryCode, ctx.headers ?? new Headers())
        else
          throw new APIError('BAD_REQUEST', {
            code: 'CODE_REQUIRED',
            message: 'Enter the code of your authenticator app.',
          })
      }
      await ctx.context.internalAdapter.updateSession(session.token, { reauthenticatedAt: new Date() })
      return ctx.json({ status: true })
    },
  )
}

/** Checks the password of an account, like a sign-in. The hooks count wrong ones. @throws APIError */
async function checkPassword(ctx: GenericEndpointContext, userId: string, password: string): Promise<void> {
  const hash = (await ctx.context.internalAdapter.findCredentialAccount(userId))?.password
  if (hash && (await ctx.context.password.verify({ hash, password }))) return
  throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'That is not your password.' })
}
