/** Carries our rate limits through better-auth, which sends its own errors only. */
import { APIError } from 'better-auth/api'
import { RateLimitError } from '#server/platform/app-error.ts'

/** Runs `work`, and maps our RateLimitError to better-auth's APIError. */
export async function mapRateLimitErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    const body = { code: error.code, message: error.message }
    throw new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(error.retryAfter) })
  }
}

/** Returns whether `count` has exceeded no rate limit, for work that is skipped silently. */
export async function isWithinLimit(count: () => Promise<void>): Promise<boolean> {
  try {
    await count()
    return true
  } catch (error) {
    if (error instanceof RateLimitError) return false
    throw error
  }
}
