/** Hashing passwords beside the requests: few at once, so that a class that signs in does not hold up the site. */
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/** Each takes a core for about a tenth of a second; one core is left to those who read. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)

/** better-auth's own scrypt, in a queue. */
export function queuedHashing(): {
  hash(password: string): Promise<string>
  verify(said: { hash: string; password: string }): Promise<boolean>
} {
  const queue = pLimit(AT_ONCE)
  return {
    hash: (password) => queue(() => hashPassword(password)),
    verify: (said) => queue(() => verifyPassword(said)),
  }
}
