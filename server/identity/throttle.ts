/**
 * Guessing passwords and addresses, made slow. An account is never locked: whoever knows its password gets in from another
 * address than the one that guessed, at worst a few seconds later.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Limit } from '#contract/endpoint.ts'
import type { Limits } from '#server/http/limits.ts'

/** Wrong passwords for one account from one address. */
const FROM_ONE_ADDRESS: Limit = { most: 20, minutes: 10 }

/** Wrong passwords for one account from everywhere are counted without an end: from some on, each makes the next try wait longer. */
const FROM_EVERYWHERE: Limit = { most: Number.POSITIVE_INFINITY, minutes: 10 }
const SLOWED_FROM = 20
const PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** Registrations from one address with an e-mail that has an account already, which the answer must tell. */
const KNOWN_EMAILS: Limit = { most: 20, minutes: 10 }

/** Letters to one address, whoever asks for them. */
const LETTERS: Limit = { most: 3, minutes: 60 }

const GUESS = 'wrong password'
const KNOWN = 'known e-mail'

export class Throttle {
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Before a password is looked at. @param network where the try comes from, as limits.ts' `networkOf` names it
   * @throws TooManyTries
   */
  async beforePassword(email: string, network: string): Promise<void> {
    await this.#limits.refuseAfter(GUESS, guesser(email, network), FROM_ONE_ADDRESS)
    const { times } = await this.#limits.soFar(GUESS, email.toLowerCase())
    const over = times - SLOWED_FROM
    if (over >= 0) await pause(Math.min(LONGEST_PAUSE_MS, (over + 1) * PAUSE_MS))
  }

  /** Counts a wrong password. @throws TooManyTries, to be told instead of its being wrong */
  async wrongPassword(email: string, network: string): Promise<void> {
    await this.#limits.count(GUESS, email.toLowerCase(), FROM_EVERYWHERE)
    await this.#limits.count(GUESS, guesser(email, network), FROM_ONE_ADDRESS)
  }

  /** @throws TooManyTries for an address that has learnt of enough accounts */
  async beforeRegistration(network: string): Promise<void> {
    await this.#limits.refuseAfter(KNOWN, network, KNOWN_EMAILS)
  }

  /** Counts a registration that was refused because the e-mail has an account. @throws TooManyTries */
  async knownEmail(network: string): Promise<void> {
    await this.#limits.count(KNOWN, network, KNOWN_EMAILS)
  }

  /** Counts a letter of a kind to an address. @throws TooManyTries */
  async letter(kind: string, email: string): Promise<void> {
    await this.#limits.count(`letter: ${kind}`, email.toLowerCase(), LETTERS)
  }
}

function guesser(email: string, network: string): string {
  return `${email.toLowerCase()}\n${network}`
}
