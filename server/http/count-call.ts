/** Counts calls against the rate limits of their endpoints. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ACCESS_TOKEN_CALLS_PER_MINUTE } from '#contract/values/limits.ts'
import { type RateLimiter, toNetwork } from '#server/platform/rate-limits/rate-limiter.ts'
import type { Caller } from './authorize.ts'

/** The accounts of one network that may use up a limit, so that a classroom behind one address is not locked out. */
const ACCOUNTS_PER_NETWORK = 10

/**
 * Counts a call for the caller's account where it is known, so that changing networks does not help, and for their network.
 * @throws RateLimitError
 */
export async function countCall(
  { path, rateLimit, access }: Endpoint,
  request: FastifyRequest,
  rateLimiter: RateLimiter,
): Promise<void> {
  if (!rateLimit) return
  const account = request.actor?.id ?? request.proof?.identityId
  if (account) await rateLimiter.count(`${path} of an account`, account, rateLimit)
  const max = access === 'anyone' ? rateLimit.max : rateLimit.max * ACCOUNTS_PER_NETWORK
  await rateLimiter.count(path, toNetwork(request.ip), { ...rateLimit, max })
}

/** Counts all calls of an access token. @throws RateLimitError */
export async function countTokenCall({ accessToken }: Caller, rateLimiter: RateLimiter): Promise<void> {
  const limit = { max: ACCESS_TOKEN_CALLS_PER_MINUTE, minutes: 1 }
  if (accessToken) await rateLimiter.count('calls of an access token', accessToken.id, limit)
}
