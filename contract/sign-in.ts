/** Data of the identity provider for pages. */

/** Ways to sign in, beside sign-in providers. */
export interface SignInFeatures {
  /** With an e-mail address and a password. */
  passwords: boolean
  /** The server itself creates accounts with a password, for people who follow a link of ours. */
  ownAccounts: boolean
  /** Users see where they are signed in, and sign out there. */
  sessions: boolean
  /** Users change their e-mail address here; otherwise at the provider, whose address counts. */
  emailChanges: boolean
  /** Users may turn a second factor on in their profile. */
  secondFactor: boolean
}

/** Browser's data to call an identity provider other than the embedded one. */
export type BrowserIdentity =
  | { provider: 'oidc' }
  | { provider: 'firebase'; apiKey: string; authDomain: string; projectId: string; emulator: string | undefined }
