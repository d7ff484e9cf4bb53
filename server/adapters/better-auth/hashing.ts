/** Hashes passwords a few at a time, in turns between networks, so that many sign-ins of one network do not delay the others. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { RateLimitError } from '#server/platform/app-error.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { isFirebaseHash, verifyFirebaseHash } from './move/firebase-scrypt.ts'

/** A hash takes a core for about this long. */
const SECONDS_PER_HASH = 0.1

/** One core stays free for other requests. */
export const CONCURRENCY = Math.max(1, availableParallelism() - 1)

/** A classroom of 60 behind one address may sign in at the same moment. */
export const MAX_PER_NETWORK = 100

const LIMITS = {
  concurrency: CONCURRENCY,
  maxPerClient: MAX_PER_NETWORK,
  maxWaiting: 4 * MAX_PER_NETWORK,
  createError: (tasksAhead: number) =>
    new RateLimitError(Math.ceil(((tasksAhead + 1) * SECONDS_PER_HASH) / CONCURRENCY)),
}

export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

/** better-auth's own scrypt. Accounts that came from Firebase have its hash until their password changes. */
export const SCRYPT: PasswordHash = {
  hash: hashPassword,
  verify: ({ hash, password }) =>
    isFirebaseHash(hash) ? verifyFirebaseHash(hash, password) : verifyPassword({ hash, password }),
}

export interface Hashing {
  queue: FairQueue
  /** @throws RateLimitError when too many passwords wait */
  hash(password: string): Promise<string>
  /** @throws RateLimitError when too many passwords wait */
  verify(input: { hash: string; password: string }): Promise<boolean>
  /** Runs `work`, whose passwords wait in the turns of a network. */
  runFor<T>(network: string, work: () => Promise<T>): Promise<T>
}

/** Returns a password hash behind a fair queue. Work of no network, such as the demo's, has turns of its own. */
export function createFairHashing(passwordHash = SCRYPT): Hashing {
  const queue = new FairQueue(LIMITS)
  const network = new AsyncLocalStorage<string>()
  const readNetwork = () => network.getStore() ?? ''
  return {
    queue,
    hash: (password) => queue.run(readNetwork(), () => passwordHash.hash(password)),
    verify: (input) => queue.run(readNetwork(), () => passwordHash.verify(input)),
    runFor: (name, work) => network.run(name, work),
  }
}
