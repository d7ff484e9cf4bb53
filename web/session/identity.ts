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

export interface ThirdParty {
  id: string
  /** The name that people know. */
  name: string
}

export interface Methods {
  emailVerified: boolean
  password: boolean
  /** Ids of the third parties that are connected. */
  thirdParties: string[]
}

export interface Identity {
  /** Asks the provider who is signed in. Rejects only where it does not answer. */
  current(): Promise<Person | null>
  /** Rejects with a `Refusal` in the provider's own words. */
  register(account: NewAccount): Promise<Person>
  /** Rejects with a `Refusal` in the provider's own words. */
  login(email: string, password: string): Promise<Person>
  /**
   * Signs in with a third party in a popup, which a click must have caused. Rejects with a `Refusal` whose message says what
   * happened: the popup blocked or closed, the third party away, the e-mail another account's.
   */
  loginWith(thirdParty: ThirdParty): Promise<Person>
  logout(): Promise<void>
  /** Has a letter sent with a link to /reset-password, if the address has an account; nobody learns whether. */
  requestReset(email: string): Promise<void>
  /** Sets a new password by the token of such a link. Rejects with a `Refusal`, `LINK_SPENT` where the link is. */
  resetPassword(token: string, password: string): Promise<void>
  /** Sets a new password and ends all other sessions. Rejects with a `Refusal` where `current` is wrong. */
  changePassword(current: string, next: string): Promise<void>
  changeProfile(profile: { name: string; photo: string }): Promise<Person>
  /** How the signed-in user may sign in, and whether their address is confirmed. */
  methods(): Promise<Methods>
  /** Leaves the page for the third party, and comes back to /dashboard/profile, with `?error=` where it failed. */
  connect(thirdParty: ThirdParty): Promise<void>
  disconnect(thirdPartyId: string): Promise<void>
  /** Has a letter sent with a link to /verify-email. */
  requestVerification(): Promise<void>
  /** Confirms an address by the token of such a link. Rejects like `resetPassword`. */
  verifyEmail(token: string): Promise<void>
  /** The authorization header that proves the identity to POST /jwt and /users; null where a cookie does. */
  proof(): Promise<string | null>
}

/** A link of a letter that was used, has run out, or never was. */
export const LINK_SPENT = 'LINK_SPENT'

/** Something that only the signed-in may ask for, and the provider knows nobody to be. */
export const NOT_SIGNED_IN = 'NOT_SIGNED_IN'

/** The third party's window is open already, and was shown: the call that opened it tells how it ends. */
export const UNDER_WAY = 'UNDER_WAY'

/** The provider said no; `message` is what it said, for a person, and `code` its word for programs. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string

  constructor(message: string, code = 'REFUSED') {
    super(message)
    this.code = code
  }
}
