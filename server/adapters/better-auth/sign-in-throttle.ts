/**
 * Slows down guessing passwords and e-mails. An account is never locked: its owner can always sign in from another network than
 * the guesses come from, at worst a few seconds later.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RateLimit } from '#contract/endpoint.ts'
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'
import { isWithinLimit } from './rate-limit-errors.ts'

/** Wrong passwords for one account from one network. */
const FROM_ONE_NETWORK: RateLimit = { max: 20, minutes: 10 }

/** Wrong passwords for one account from all networks. They are never refused, but above a number each makes the next slower. */
const FROM_ALL_NETWORKS: RateLimit = { max: Number.POSITIVE_INFINITY, minutes: 10 }
const SLOWED_FROM = 20
const PAUSE_MS = 250
const MAX_PAUSE_MS = 5_000

/**
 * Registrations of one e-mail that already has an account, which the response reveals. They are not counted by network, because
 * one visitor could then block the registration of a whole classroom.
 */
const KNOWN_EMAIL_ATTEMPTS: RateLimit = { max: 20, minutes: 10 }

/** E-mails of one kind to one address. */
const EMAILS: RateLimit = { max: 3, minutes: 60 }

/** E-mails to any addresses that one network causes. Several classrooms behind one address may register and ask again. */
const EMAILS_FROM_ONE_NETWORK: RateLimit = { max: 300, minutes: 10 }

export type EmailKind = 'confirm' | 'register' | 'reset' | 'new device' | 'wrong codes'

/**
 * Codes of an authenticator app for one account, right or wrong. Guessing them requires the password. They have six digits, so
 * above the limit all are refused for a while; recovery codes, which cannot be guessed, still work. Source: NIST SP 800-63B, 5.2.2
 */
const CODES: RateLimit = { max: 10, minutes: 15 }
const CODES_PER_DAY: RateLimit = { max: 100, minutes: 24 * 60 }

/** Recovery codes for one account from one network. */
const RECOVERY_CODES: RateLimit = { max: 20, minutes: 10 }

/** Longer than the 90 seconds for which a code is valid. */
const USED_CODE: RateLimit = { max: 1, minutes: 2 }

/** The names of the counters. They are part of the stored hashes. */
const WRONG_PASSWORD = 'wrong password'
const KNOWN_EMAIL = 'known e-mail'
const NETWORK_EMAIL = 'e-mail of a network'

export class SignInThrottle {
  readonly #rateLimiter: RateLimiter

  constructor(rateLimiter: RateLimiter) {
    this.#rateLimiter = rateLimiter
  }

  /** Counts a request of a network to one path. @throws RateLimitError */
  async countRequest(networkAndPath: string, limit: RateLimit): Promise<void> {
    await this.#rateLimiter.count('request to the identity provider', networkAndPath, limit)
  }

  /** Runs before a password is checked. @param network from `toNetwork` @throws RateLimitError */
  async beforePassword(email: string, network: string): Promise<void> {
    await this.#rateLimiter.check(WRONG_PASSWORD, toSubject(email, network), FROM_ONE_NETWORK)
    const { times } = await this.#rateLimiter.readCount(WRONG_PASSWORD, email.toLowerCase())
    const excess = times - SLOWED_FROM
    if (excess >= 0) await pause(Math.min(MAX_PAUSE_MS, (excess + 1) * PAUSE_MS))
  }

  /** Counts a wrong password. @throws RateLimitError, which replaces the error of the wrong password */
  async countWrongPassword(email: string, network: string): Promise<void> {
    await this.#rateLimiter.count(WRONG_PASSWORD, email.toLowerCase(), FROM_ALL_NETWORKS)
    await this.#rateLimiter.count(WRONG_PASSWORD, toSubject(email, network), FROM_ONE_NETWORK)
  }

  /** @throws RateLimitError for an e-mail with an account that was registered too often */
  async beforeRegistration(email: string): Promise<void> {
    await this.#rateLimiter.check(KNOWN_EMAIL, email.toLowerCase(), KNOWN_EMAIL_ATTEMPTS)
  }

  /** Counts a registration that failed because the e-mail has an account. @throws RateLimitError */
  async countKnownEmail(email: string): Promise<void> {
    await this.#rateLimiter.count(KNOWN_EMAIL, email.toLowerCase(), KNOWN_EMAIL_ATTEMPTS)
  }

  /** Counts a code of an authenticator app before it is verified. @throws RateLimitError */
  async countCode(userId: string): Promise<void> {
    await this.#rateLimiter.count('second factor', userId, CODES)
    await this.#rateLimiter.count('second factor of a day', userId, CODES_PER_DAY)
  }

  /** Counts a recovery code before it is verified. @throws RateLimitError */
  async countRecoveryCode(userId: string, network: string): Promise<void> {
    await this.#rateLimiter.count('recovery code', toSubject(userId, network), RECOVERY_CODES)
  }

  /** Records that a code of an authenticator app is used. Returns false if it was before. */
  async recordUsedCode(userId: string, code: string): Promise<boolean> {
    return isWithinLimit(() => this.#rateLimiter.count('used code', toSubject(userId, code), USED_CODE))
  }

  /** Counts an e-mail of a kind to an address. @throws RateLimitError */
  async countEmail(kind: EmailKind, email: string): Promise<void> {
    await this.#rateLimiter.count(`letter: ${kind}`, email.toLowerCase(), EMAILS)
  }

  /** Counts an e-mail that a network causes. @throws RateLimitError */
  async countEmailOfNetwork(network: string): Promise<void> {
    await this.#rateLimiter.count(NETWORK_EMAIL, network, EMAILS_FROM_ONE_NETWORK)
  }
}

function toSubject(email: string, network: string): string {
  return `${email.toLowerCase()}\n${network}`
}
