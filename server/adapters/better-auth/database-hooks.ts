/** Our steps before and after the embedded provider writes accounts. */
import type { BetterAuthOptions } from 'better-auth'
import type { FastifyBaseLogger } from 'fastify'
import type { SecurityLog } from '#server/platform/security-log.ts'
import type { SignInProviderSettings } from '#server/settings/sign-in-providers.ts'
import { requestConfirmation, type SendConfirmation } from './confirm-email.ts'
import { shortenUserAgent } from './describe-device.ts'
import { readNetwork } from './hooks.ts'
import { CREDENTIAL } from './identity.table.ts'
import { isWithinLimit } from './rate-limit-errors.ts'
import { toStorable } from './rules.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

interface DatabaseHookSettings {
  signInProviders: SignInProviderSettings[]
  throttle: SignInThrottle
  log: FastifyBaseLogger
  securityLog: SecurityLog
  /** Called after an e-mail was confirmed, with the identity's id. It may be repeated. */
  onEmailConfirmed(identityId: string): Promise<void>
}

/** Returns better-auth's hooks around writes: profiles become storable, and new accounts get an e-mail to confirm their address. */
export function createDatabaseHooks(
  { signInProviders, throttle, log, securityLog, onEmailConfirmed }: DatabaseHookSettings,
  sendConfirmation: SendConfirmation,
): BetterAuthOptions['databaseHooks'] {
  const countEmail = async (email: string, headers: Headers | undefined) => {
    await throttle.countEmail('register', email)
    await throttle.countEmailOfNetwork(readNetwork(headers))
  }
  return {
    user: {
      create: {
        before: async (user) => ({ data: toStorable(user) }),
        after: async (user, ctx) => {
          if (!ctx || user.emailVerified) return
          // Silently: an error would reveal how often the address was registered, and would block the registration.
          if (await isWithinLimit(() => countEmail(user.email, ctx.headers)))
            await requestConfirmation(ctx, user, sendConfirmation)
          else log.info('skipped an e-mail that confirms an address, because of a rate limit')
        },
      },
      update: {
        before: async ({ image }) => ({ data: image === '' ? { image: null } : {} }),
        after: async ({ id, emailVerified }) => {
          if (emailVerified) await onEmailConfirmed(id)
        },
      },
    },
    session: {
      create: { before: async ({ userAgent }) => ({ data: { userAgent: shortenUserAgent(userAgent) } }) },
    },
    account: {
      create: {
        before: async ({ providerId }) => {
          const issuer = signInProviders.find(({ id }) => id === providerId)?.issuer
          return { data: issuer ? { issuer } : {} }
        },
        after: async ({ userId: identity, providerId: by }) => {
          if (by !== CREDENTIAL) securityLog.record('sign-in-method-added', { identity, by })
        },
      },
    },
  }
}
