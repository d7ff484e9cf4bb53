/** Requests of one network that better-auth accepts, by path, beside the throttle, which counts failures. */
import type { BetterAuthOptions } from 'better-auth'
import { RateLimitError } from '#server/platform/app-error.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

type RequestLimits = NonNullable<BetterAuthOptions['rateLimit']>

const RULES: RequestLimits['customRules'] = {
  '/sign-in/email': { window: 60, max: 60 },
  '/sign-up/email': { window: 60, max: 60 },
  '/change-password': { window: 60, max: 60 },
  '/request-password-reset': { window: 60, max: 20 },
  '/confirm-email/send': { window: 60, max: 20 },
  '/two-factor/*': { window: 60, max: 60 },
  '/reauthenticate': { window: 60, max: 60 },
  '/get-session': false,
}

/**
 * Returns the limits, counted by our throttle. In better-auth's own storage, a period ends only after a minute without any request: a
 * busy network would be refused for a minute after each 60 requests, however slowly they come.
 */
export function createRequestLimits(throttle: SignInThrottle): RequestLimits {
  return {
    enabled: true,
    window: 60,
    max: 600,
    customRules: RULES,
    customStorage: {
      async consume(key, { window, max }) {
        try {
          await throttle.countRequest(key, { max, minutes: window / 60 })
          return { allowed: true, retryAfter: null }
        } catch (error) {
          if (!(error instanceof RateLimitError)) throw error
          return { allowed: false, retryAfter: error.retryAfter }
        }
      },
    },
  }
}
