/** The interface to the identity provider: who the user is, and how they prove it. */

/** A user who is signed in with the provider. */
export interface Person {
  email: string
  displayName: string
  photoURL: string | null
  emailVerified: boolean
}

export interface NewAccount {
  name: string
  email: string
  password: string
  /** A URL, or empty. */
  photo: string
}

export interface SignInProvider {
  id: string
  /** The name on the button. */
  name: string
}

export interface SignInMethods {
  emailVerified: boolean
  password: boolean
  /** The ids of the connected sign-in providers. */
  providers: string[]
  /** True if each sign-in asks for a code as well. */
  secondFactor: boolean
}

/** A code of the authenticator app, or a recovery code. */
export interface Code {
  kind: 'code' | 'recovery code'
  value: string
}

/** A second factor that waits for its first code. */
export interface NewSecondFactor {
  /** The address that the QR code contains: `otpauth://totp/…?secret=…`. */
  uri: string
  recoveryCodes: string[]
}

export interface Identity {
  /** Returns the signed-in user. Rejects only if the provider does not respond. */
  current(): Promise<Person | null>
  /** Rejects with an `AuthError` that has the provider's message. */
  register(account: NewAccount): Promise<Person>
  /** Rejects with an `AuthError` that has the provider's message, `CODE_NEEDED` if `enterCode` must follow. */
  login(email: string, password: string): Promise<Person>
  /**
   * Signs in with a sign-in provider in a popup; must run in a click. Rejects with an `AuthError` if the popup is blocked or closed,
   * the provider is not available, or the e-mail belongs to another account; `CODE_NEEDED` if `enterCode` must follow.
   */
  loginWith(signInProvider: SignInProvider): Promise<Person>
  /** Completes a sign-in that needs a code. Rejects with an `AuthError`, `SIGN_IN_EXPIRED` if it must begin again. */
  enterCode(code: Code): Promise<Person>
  logout(): Promise<void>
  /** Requests an e-mail with a link to /reset-password. The response does not tell whether the address has an account. */
  requestReset(email: string): Promise<void>
  /** Sets a new password by the token of such a link. Rejects with an `AuthError`, `LINK_SPENT` for an invalid link. */
  resetPassword(token: string, password: string): Promise<void>
  /** Sets a new password and ends all other sessions. Rejects with an `AuthError` if `current` is wrong. */
  changePassword(current: string, next: string): Promise<void>
  changeProfile(profile: { name: string; photo: string }): Promise<Person>
  /** Returns the user's sign-in methods, and whether their e-mail address is confirmed. */
  methods(): Promise<SignInMethods>
  /** Leaves for the sign-in provider, which redirects to /dashboard/profile, with `?error=` after a failure. */
  connect(signInProvider: SignInProvider): Promise<void>
  disconnect(signInProviderId: string): Promise<void>
  /** Requests an e-mail with a link to /verify-email. */
  requestVerification(): Promise<void>
  /** Confirms an e-mail address by the token of such a link. Rejects like `resetPassword`. */
  verifyEmail(token: string): Promise<void>
  /**
   * Proves again who the user is. Rejects with an `AuthError`: `CODE_REQUIRED` without a code that the account needs.
   */
  reauthenticate(password: string, code: Code | null): Promise<void>
  /** Begins to set up a second factor. Accounts without a password pass null. */
  setUpSecondFactor(password: string | null): Promise<NewSecondFactor>
  /** Turns the second factor on with its first code. All other sessions end. */
  confirmSecondFactor(code: string): Promise<void>
  /** Replaces the recovery codes, and returns the new ones. */
  renewRecoveryCodes(password: string | null): Promise<string[]>
  turnOffSecondFactor(password: string | null): Promise<void>
  /**
   * Proves by the password that the user wants to delete the account. Returns what the server needs beside the proof: the password,
   * or null where the proof is enough.
   */
  confirmDeletion(password: string | null): Promise<string | null>
  /** Forgets the account that the server has deleted. */
  afterDeletion(): Promise<void>
  /** Returns the authorization header that proves the identity to POST /jwt and /users; null if a cookie does. */
  proof(): Promise<string | null>
}
