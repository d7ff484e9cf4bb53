/** Our rules and rate limits before and after the embedded provider's endpoints. */
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { resetRequested } from './password-reset.ts'
import { mapRateLimitErrors } from './rate-limit-errors.ts'
import { applyRules } from './rules.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** The one trusted header with the client's IP. fetch-handler.ts sets it from the socket. */
export const CLIENT_IP_HEADER = 'x-client-address'

type Body = Record<string, unknown>

interface HookSettings {
  db: Database
  jobs: Jobs
  throttle: SignInThrottle
  onPasswordChanged(owner: { id: string; name: string; email: string; emailVerified: boolean }): Promise<void>
}

/** Returns better-auth's hooks around each endpoint. Calls from our own code have no request, and are not limited. */
export function createHooks(settings: HookSettings) {
  return { before: createBeforeHook(settings), after: createAfterHook(settings) }
}

function createBeforeHook({ db, jobs, throttle }: HookSettings) {
  return createAuthMiddleware(async (ctx) => {
    const body = await applyRules(ctx.path, ctx.body ?? {})
    if (!ctx.request) return
    const network = readNetwork(ctx.headers)
    const isOfOwner = ctx.path === '/confirm-email/send' || checksOwnPassword(ctx.path, body)
    // better-auth refuses these without a session.
    const owner = isOfOwner ? (await getSessionFromCtx(ctx))?.user : undefined
    await mapRateLimitErrors(async () => {
      if (ctx.path === '/sign-in/email') await throttle.beforePassword(String(body.email), network)
      if (ctx.path === '/sign-up/email') await throttle.beforeRegistration(String(body.email))
      if (ctx.path === '/request-password-reset') await throttle.countEmailOfNetwork(network)
      if (owner && checksOwnPassword(ctx.path, body)) await throttle.beforePassword(owner.email, network)
      if (owner && ctx.path === '/confirm-email/send') {
        await throttle.countEmailOfNetwork(network)
        await throttle.countEmail('confirm', owner.email)
      }
    })
    if (ctx.path === '/request-password-reset') {
      await jobs.enqueue(db, resetRequested, { email: String(body.email) })
      return ctx.json({ status: true })
    }
    if (ctx.path === '/change-password') body.revokeOtherSessions = true
    return { context: { body } }
  })
}

function createAfterHook({ throttle, onPasswordChanged }: HookSettings) {
  return createAuthMiddleware(async (ctx) => {
    if (!ctx.request) return
    const errorCode = isAPIError(ctx.context.returned) ? String(ctx.context.returned.body?.code) : null
    const network = readNetwork(ctx.headers)
    const owner = ctx.context.session?.user
    await mapRateLimitErrors(async () => {
      if (ctx.path === '/sign-in/email' && errorCode === 'INVALID_EMAIL_OR_PASSWORD')
        await throttle.countWrongPassword(String(ctx.body.email), network)
      if (ctx.path === '/sign-up/email' && errorCode?.startsWith('USER_ALREADY_EXISTS'))
        await throttle.countKnownEmail(String(ctx.body.email))
      if (owner && errorCode === 'INVALID_PASSWORD') await throttle.countWrongPassword(owner.email, network)
    })
    if (owner && ctx.path === '/change-password' && errorCode === null) await onPasswordChanged(owner)
  })
}

/** Returns whether an endpoint checks the password of the signed-in account: every one that takes a password, but for two. */
function checksOwnPassword(path: string, body: Body): boolean {
  if (path === '/sign-in/email' || path === '/sign-up/email') return false
  return 'password' in body || 'currentPassword' in body
}

/** Returns the network of a request that fetch-handler.ts has made. */
export function readNetwork(headers: Headers | undefined): string {
  return toNetwork(headers?.get(CLIENT_IP_HEADER) ?? '')
}
