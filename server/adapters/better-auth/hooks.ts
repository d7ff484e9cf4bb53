/** Our rules and rate limits before and after the embedded provider's endpoints. */
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { RateLimitError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import { resetRequested } from './password-reset.ts'
import { applyRules } from './rules.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** The one trusted header with the client's IP. fetch-handler.ts sets it from the socket. */
export const CLIENT_IP_HEADER = 'x-client-address'

/** Endpoints that are counted for the signed-in account. better-auth refuses them without a session. */
const SESSION_PATHS = ['/change-password', '/confirm-email/send']

interface HookSettings {
  db: Database
  jobs: Jobs
  throttle: SignInThrottle
  onPasswordChanged(owner: { name: string; email: string }): Promise<void>
}

/** Returns better-auth's hooks around each endpoint. Calls from our own code have no request, and are not limited. */
export function createHooks(settings: HookSettings) {
  return { before: createBeforeHook(settings), after: createAfterHook(settings) }
}

function createBeforeHook({ db, jobs, throttle }: HookSettings) {
  return createAuthMiddleware(async (ctx) => {
    const body = applyRules(ctx.path, ctx.body ?? {})
    if (!ctx.request) return
    const network = readNetwork(ctx.headers)
    await mapRateLimitErrors(async () => {
      if (ctx.path === '/sign-in/email') await throttle.beforePassword(String(body.email), network)
      if (ctx.path === '/sign-up/email') await throttle.beforeRegistration(network)
      const owner = SESSION_PATHS.includes(ctx.path) ? (await getSessionFromCtx(ctx))?.user : undefined
      if (owner && ctx.path === '/change-password') await throttle.beforePassword(owner.email, network)
      if (owner && ctx.path === '/confirm-email/send') await throttle.countEmail('confirm', owner.email)
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
        await throttle.countKnownEmail(network)
      if (owner && ctx.path === '/change-password' && errorCode === 'INVALID_PASSWORD')
        await throttle.countWrongPassword(owner.email, network)
    })
    if (owner && ctx.path === '/change-password' && errorCode === null) await onPasswordChanged(owner)
  })
}

/** Returns the network that a request came from. */
export function readNetwork(headers: Headers | undefined): string {
  return toNetwork(headers?.get(CLIENT_IP_HEADER) ?? '')
}

/** Maps our RateLimitError to better-auth's APIError. */
export async function mapRateLimitErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    const body = { code: error.code, message: error.message }
    throw new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(error.retryAfter) })
  }
}
