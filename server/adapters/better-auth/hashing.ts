/** Hashes passwords a few at a time, so that many sign-ins at once do not slow the site down. */
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/** A hash takes a core for about a tenth of a second. One core stays free for other requests. */
const CONCURRENCY = Math.max(1, availableParallelism() - 1)

/** Returns better-auth's own scrypt, behind a queue. */
export function createQueuedHashing(): {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
} {
  const queue = pLimit(CONCURRENCY)
  return {
    hash: (password) => queue(() => hashPassword(password)),
    verify: (input) => queue(() => verifyPassword(input)),
  }
}
