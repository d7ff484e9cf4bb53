/** Codes are guessed less often than they are mistyped: wrong ones are counted. */
import { WRONG_CODES } from '#contract/values/limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'

/** CODE_INVALID: no code is like this one, which counts as wrong. */
export class UnknownCodeError extends AppError {
  constructor() {
    super('CODE_INVALID')
  }
}

/** Who tries codes. */
interface Guesser {
  userId: string
  network: string
}

/**
 * Runs a call that takes a code, and counts wrong ones of the account and of the network, of all these calls together.
 * @throws RateLimitError
 */
export async function limitWrongCodes<T>(
  rateLimiter: RateLimiter,
  { userId, network }: Guesser,
  run: () => Promise<T>,
): Promise<T> {
  const subjects = [
    ['wrong codes of an account', userId],
    ['wrong codes of a network', network],
  ] as const
  for (const [action, subject] of subjects) await rateLimiter.check(action, subject, WRONG_CODES)
  try {
    return await run()
  } catch (error) {
    if (error instanceof UnknownCodeError)
      for (const [action, subject] of subjects) await rateLimiter.count(action, subject, WRONG_CODES)
    throw error
  }
}
