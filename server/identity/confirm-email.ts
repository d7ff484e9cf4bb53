/** Confirming an e-mail address by a letter whose link works once: a plugin of better-auth, whose own links work until they run out. */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { CONFIRM_HOURS } from './letters.ts'

const HOUR_MS = 60 * 60_000

interface Account {
  id: string
  name: string
  email: string
}

export type SendConfirmation = (account: Account, token: string) => Promise<void>

/** Makes a token for an account and hands it to `send`. */
export async function askToConfirm(
  { context }: GenericEndpointContext,
  account: Account,
  send: SendConfirmation,
): Promise<void> {
  const token = context.generateId({ model: 'verification', size: 32 }) || crypto.randomUUID()
  const expiresAt = new Date(Date.now() + CONFIRM_HOURS * HOUR_MS)
  await context.internalAdapter.createVerificationValue({ identifier: named(token), value: account.id, expiresAt })
  await send(account, token)
}

/** POST /confirm-email/send for whoever is signed in, and POST /confirm-email with the token of the letter. */
export function confirmEmail(send: SendConfirmation) {
  return {
    id: 'confirm-email',
    endpoints: {
      sendConfirmation: createAuthEndpoint(
        '/confirm-email/send',
        { method: 'POST', use: [sessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session
          if (!user.emailVerified) await askToConfirm(ctx, user, send)
          return ctx.json({ status: true })
        },
      ),
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: z.object({ token: z.string().min(1).max(200) }) },
        async (ctx) => {
          const asked = await ctx.context.internalAdapter.consumeVerificationValue(named(ctx.body.token))
          const user = asked && (await ctx.context.internalAdapter.findUserById(asked.value))
          if (!user)
            throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'This link is not good any more.' })
          await ctx.context.internalAdapter.updateUser(user.id, { emailVerified: true })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

function named(token: string): string {
  return `confirm-email:${token}`
}
