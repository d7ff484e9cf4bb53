/** The seam to whoever keeps passwords: our own embedded provider, or a hosted one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignIn } from '#contract/account.ts'

/** What the provider vouches for. The e-mail is in lower case. */
export interface Proof {
  email: string
  name: string
  image: string | null
  /** When they last signed in, in milliseconds since 1970. */
  signedInAt: number
}

export interface Identity {
  /** Whom the request proves to be, by the provider's own means (a session cookie, an ID token), or null. */
  prove(request: FastifyRequest): Promise<Proof | null>
  /** Whether this is the account's password. */
  hasPassword(email: string, password: string): Promise<boolean>
  /** How somebody signs in; what is kept of somebody unknown is nothing. */
  signInOf(email: string): Promise<SignIn>
  /** Ends an account and its sessions; one that is not there is ended. */
  forget(email: string): Promise<void>
  /** Puts the provider's own addresses on the app, where it has some. */
  mount(app: FastifyInstance): void
}
