/** The seam to the identity provider: who somebody is, and how they prove it. */

/** Somebody whom the provider knows to be signed in. */
export interface Person {
  email: string
  displayName: string
  photoURL: string | null
}

export interface NewAccount {
  name: string
  email: string
  password: string
  /** An address, or empty. */
  photo: string
}

export interface Identity {
  /** Asks the provider who is signed in. Rejects only where it does not answer. */
  current(): Promise<Person | null>
  /** Rejects with a `Refusal` in the provider's own words. */
  register(account: NewAccount): Promise<Person>
  /** Rejects with a `Refusal` in the provider's own words. */
  login(email: string, password: string): Promise<Person>
  logout(): Promise<void>
  /** The authorization header that proves the identity to POST /jwt and /users; null where a cookie does. */
  proof(): Promise<string | null>
}

/** The provider said no; `message` is what it said. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
