/** What happens before and after the embedded provider's own calls: the school's rules, and what is counted. */
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { networkOf } from '#server/http/limits.ts'
import { TooManyTries } from '#server/refusal.ts'
import type { EmbeddedIdentitySettings } from './embedded.ts'
import { resetAsked } from './reset.ts'
import { ruled } from './rules.ts'

/** The one header that carries the client's address: written by us from the socket, believed from nobody else. */
export const CLIENT_ADDRESS = 'x-client-address'

type Owner = { name: string; email: string }

/** better-auth's hooks around each of its calls. Calls that we make ourselves carry no request, and are let through. */
export function hooksOf(
  { db, jobs, throttle }: Pick<EmbeddedIdentitySettings, 'db' | 'jobs' | 'throttle'>,
  passwordChanged: (owner: Owner) => Promise<void>,
) {
  const before = createAuthMiddleware(async (ctx) => {
    const body = ruled(ctx.path, ctx.body ?? {})
    if (!ctx.request) return
    const network = networkOf(ctx.headers?.get(CLIENT_ADDRESS) ?? '')
    await inTheirWords(async () => {
      if (ctx.path === '/sign-in/email') await throttle.beforePassword(String(body.email), network)
      if (ctx.path === '/sign-up/email') await throttle.beforeRegistration(network)
      if (ctx.path === '/change-password') await throttle.beforePassword(await emailOf(ctx), network)
      if (ctx.path === '/confirm-email/send') await throttle.letter('confirm', await emailOf(ctx))
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
    await inTheirWords(async () => {
      if (ctx.path === '/sign-in/email' && refusal === 'INVALID_EMAIL_OR_PASSWORD')
        await throttle.wrongPassword(String(ctx.body.email), network)
      if (ctx.path === '/sign-up/email' && refusal?.startsWith('USER_ALREADY_EXISTS'))
        await throttle.knownEmail(network)
      if (ctx.path === '/change-password' && refusal === 'INVALID_PASSWORD')
        await throttle.wrongPassword(await emailOf(ctx), network)
    })
    if (ctx.path === '/change-password' && refusal === null) {
      const { session } = ctx.context
      if (session) await passwordChanged(session.user)
    }
  })
  return { before, after }
}

/** Whose session a call comes with; nobody's e-mail is empty. */
async function emailOf(ctx: Parameters<typeof getSessionFromCtx>[0]): Promise<string> {
  return (await getSessionFromCtx(ctx))?.user.email ?? ''
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
