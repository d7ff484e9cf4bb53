/** The identity provider, which keeps passwords and sessions: the embedded one, or a hosted one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignIn } from '#contract/account.ts'

/** The identity that the provider confirms. The e-mail is in lower case. */
export interface Proof {
  /** The provider's own id of the identity. It never changes and is never given to another identity. */
  identityId: string
  email: string
  /** Whether the owner of the e-mail address has confirmed it, or a sign-in provider reported it as verified. */
  emailConfirmed: boolean
  name: string
  image: string | null
  /** The time of the last sign-in, in milliseconds since 1970. */
  signedInAt: number
}

export interface IdentityProvider {
  /** Returns the identity that a request proves (by a session cookie or an ID token), or null. */
  prove(request: FastifyRequest): Promise<Proof | null>
  /** Returns whether an identity still exists at the provider. */
  exists(identityId: string): Promise<boolean>
  /** Returns whether the owner of an account has confirmed its e-mail address. */
  isConfirmed(email: string): Promise<boolean>
  /** Returns whether this is the account's password. */
  hasPassword(email: string, password: string): Promise<boolean>
  /** Returns the sign-in methods and sessions of an account; none for an unknown e-mail. */
  readSignIn(email: string): Promise<SignIn>
  /** Deletes an account and its sessions. An account that does not exist is ignored. */
  forget(email: string): Promise<void>
  /** Registers the provider's own routes on the app. */
  mount(app: FastifyInstance): void
}
