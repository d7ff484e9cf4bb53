/** What happens before and after the embedded provider's own calls: the school's rules, and what is counted. */
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Database } from '#server/database/database.ts'
import { networkOf } from '#server/http/limits.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { TooManyTries } from '#server/refusal.ts'
import { resetAsked } from './reset.ts'
import { ruled } from './rules.ts'
import type { Throttle } from './throttle.ts'

/** The one header that carries the client's address: written by us from the socket, believed from nobody else. */
export const CLIENT_ADDRESS = 'x-client-address'

/** Calls that are counted for whoever is signed in; nobody is better-auth's to refuse. */
const OWNERS_ONLY = ['/change-password', '/confirm-email/send']

interface HookSettings {
  db: Database
  jobs: Jobs
  throttle: Throttle
  passwordChanged(owner: { name: string; email: string }): Promise<void>
}

/** better-auth's hooks around each of its calls. Calls that we make ourselves carry no request, and are let through. */
export function hooksOf({ db, jobs, throttle, passwordChanged }: HookSettings) {
  const before = createAuthMiddleware(async (ctx) => {
    const body = ruled(ctx.path, ctx.body ?? {})
    if (!ctx.request) return
    const network = networkOf(ctx.headers?.get(CLIENT_ADDRESS) ?? '')
    await inTheirWords(async () => {
      if (ctx.path === '/sign-in/email') await throttle.beforePassword(String(body.email), network)
      if (ctx.path === '/sign-up/email') await throttle.beforeRegistration(network)
      const owner = OWNERS_ONLY.includes(ctx.path) ? (await getSessionFromCtx(ctx))?.user : undefined
      if (owner && ctx.path === '/change-password') await throttle.beforePassword(owner.email, network)
      if (owner && ctx.path === '/confirm-email/send') await throttle.letter('confirm', owner.email)
    })
    if (ctx.path === '/request-password-reset') {
      await jobs.put(db, resetAsked, { email: String(body.email) })
      return ctx.json({ status: true })
    }
    if (ctx.path === '/change-password') body.revokeOtherSessions = true
    return { context: { body } }
  })

  const after = createAuthMiddleware(async (ctx) => {
    if (!ctx.request) return
    const refusal = isAPIError(ctx.context.returned) ? String(ctx.context.returned.body?.code) : null
    const network = networkOf(ctx.headers?.get(CLIENT_ADDRESS) ?? '')
    const owner = ctx.context.session?.user
    await inTheirWords(async () => {
      if (ctx.path === '/sign-in/email' && refusal === 'INVALID_EMAIL_OR_PASSWORD')
        await throttle.wrongPassword(String(ctx.body.email), network)
      if (ctx.path === '/sign-up/email' && refusal?.startsWith('USER_ALREADY_EXISTS'))
        await throttle.knownEmail(network)
      if (owner && ctx.path === '/change-password' && refusal === 'INVALID_PASSWORD')
        await throttle.wrongPassword(owner.email, network)
    })
    if (owner && ctx.path === '/change-password' && refusal === null) await passwordChanged(owner)
  })
  return { before, after }
}

async function inTheirWords(counted: () => Promise<void>): Promise<void> {
  try {
    await counted()
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error
    const words = { code: error.code, message: error.message }
    throw new APIError('TOO_MANY_REQUESTS', words, { 'retry-after': String(error.retryAfter) })
  }
}
