/**
 * A better-auth plugin that confirms an e-mail address by a link that works once. better-auth's own links work until they
 * expire.
 */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { CONFIRM_HOURS } from './emails.ts'

const HOUR_MS = 60 * 60_000

interface Account {
  id: string
  name: string
  email: string
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

/** Adds POST /confirm-email/send for signed-in accounts, and POST /confirm-email with the token of the e-mail. */
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
      const verification = await internalAdapter.consumeVerificationValue(toIdentifier(ctx.body.token))
      const user = verification && (await internalAdapter.findUserById(verification.value))
      if (!user) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: INVALID_LINK })
      await internalAdapter.updateUser(user.id, { emailVerified: true })
      return ctx.json({ status: true })
    },
  )
}

const INVALID_LINK = 'This link is incomplete, used or expired. Get a new one.'

function toIdentifier(token: string): string {
  return `confirm-email:${token}`
}
