/**
 * A better-auth plugin that confirms an e-mail address by a link that works once. better-auth's own links work until they
 * expire.
 */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx, sessionMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { CONFIRM_HOURS } from './email-definitions.ts'

const HOUR_MS = 60 * 60_000

interface Account {
  id: string
  name: string
  email: string
  emailVerified: boolean
}

export type SendConfirmation = (account: Account, token: string) => Promise<void>

/** Creates a token for an account and passes it to `send`. */
export async function requestConfirmation(
  { context }: GenericEndpointContext,
  account: Account,
  send: SendConfirmation,
): Promise<void> {
  const token = context.generateId({ model: 'verification', size: 32 }) || crypto.randomUUID()
  const expiresAt = new Date(Date.now() + CONFIRM_HOURS * HOUR_MS)
  const identifier = toIdentifier(token)
  await context.internalAdapter.createVerificationValue({ identifier, value: account.id, expiresAt })
  await send(account, token)
}

/**
 * Adds POST /confirm-email/send for signed-in accounts, and POST /confirm-email with the token of the e-mail. The latter works in a
 * session of the account only, so that the owner of a mailbox does not confirm an account that another person registered.
 */
export function confirmEmail(send: SendConfirmation) {
  return {
    id: 'confirm-email',
    endpoints: {
      sendConfirmation: createSendEndpoint(send),
      confirmEmail: createConfirmEndpoint(),
    },
  } satisfies BetterAuthPlugin
}

function createSendEndpoint(send: SendConfirmation) {
  return createAuthEndpoint('/confirm-email/send', { method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
    const { user } = ctx.context.session
    if (!user.emailVerified) await requestConfirmation(ctx, user, send)
    return ctx.json({ status: true })
  })
}

function createConfirmEndpoint() {
  return createAuthEndpoint(
    '/confirm-email',
    { method: 'POST', body: z.object({ token: z.string().min(1).max(200) }) },
    async (ctx) => {
      const { internalAdapter } = ctx.context
      const identifier = toIdentifier(ctx.body.token)
      const verification = await internalAdapter.findVerificationValue(identifier)
      if (!verification || verification.expiresAt < new Date()) throw createInvalidLink()
      const session = await getSessionFromCtx(ctx)
      if (session?.user.id !== verification.value)
        throw new APIError('FORBIDDEN', { code: 'LOG_IN_TO_CONFIRM', message: LOG_IN_FIRST })
      if (!(await internalAdapter.consumeVerificationValue(identifier))) throw createInvalidLink()
      await internalAdapter.updateUser(session.user.id, { emailVerified: true })
      return ctx.json({ status: true })
    },
  )
}

function createInvalidLink(): APIError {
  return new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: INVALID_LINK })
}

const INVALID_LINK = 'This link is incomplete, used or expired. Get a new one.'
const LOG_IN_FIRST = 'Log in with this e-mail address first. Then open the link again.'

function toIdentifier(token: string): string {
  return `confirm-email:${token}`
}
