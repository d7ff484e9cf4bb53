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

/** A caller who tries codes. */
interface Guesser {
  userId: string
  network: string
}

/**
 * Runs a call that takes a code, and counts wrong ones of the account and of the network, of all these calls together. Calls of an account
 * that run at the same time count as wrong until they end, so that no code is tried before the others are counted.
 * @throws RateLimitError
 */
export async function limitWrongCodes<T>(
  rateLimiter: RateLimiter,
  { userId, network }: Guesser,
  run: () => Promise<T>,
): Promise<T> {
  await rateLimiter.check(NETWORK, network, WRONG_CODES)
  await rateLimiter.count(ACCOUNT, userId, WRONG_CODES)
  let isWrong = false
  try {
    return await run()
  } catch (error) {
    isWrong = error instanceof UnknownCodeError
    if (isWrong) await rateLimiter.count(NETWORK, network, WRONG_CODES)
    throw error
  } finally {
    if (!isWrong) await rateLimiter.takeBack(ACCOUNT, userId)
  }
}

const ACCOUNT = 'wrong codes of an account'
const NETWORK = 'wrong codes of a network'
