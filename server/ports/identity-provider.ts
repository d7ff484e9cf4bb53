/** The identity provider, which keeps passwords and sessions: the embedded one, or a hosted one. */
import type { AnyColumn, SQL } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignIn } from '#contract/account.ts'
import type { SignInFeatures } from '#contract/sign-in.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** The identity that the provider confirms. The e-mail is in lower case. */
export interface Proof {
  /** The provider's own id of the identity. It never changes and is never given to another identity. */
  identityId: string
  email: string
  /** True if the owner of the e-mail address has confirmed it, or a sign-in provider reported it as verified. */
  emailConfirmed: boolean
  name: string
  image: string | null
  /** The time when the user last proved who they are, by a sign-in or again since, in milliseconds since 1970. */
  signedInAt: number
  /** The sign-in session, or what stands for it at a provider whose sessions we cannot read; null where nothing does. */
  sessionId: string | null
  /** The provider has revoked the sign-ins before this time, in milliseconds since 1970; 0 where it notes none. */
  validSince: number
  /** The network of the request, from `toNetwork`. */
  network: string
}

/** A sign-in session of an identity. Times are in milliseconds since 1970. */
export interface SignInSession {
  id: string
  /** In words: `Firefox on Linux`. */
  device: string
  ip: string | null
  createdAt: number
  lastUsedAt: number
}

/** An account with a password that our own code creates, for a person who has followed a link. */
export interface NewAccount {
  /** In lower case. */
  email: string
  name: string
  passwordHash: string
  emailConfirmed: boolean
}

/** Creates and deletes accounts with passwords in our own database. */
export interface OwnAccounts {
  /** Hashes a new password. @throws AppError INVALID_INPUT for one that many people use, RateLimitError when too many wait */
  hashPassword(password: string): Promise<string>
  /** Creates an account together with the caller's writes. Returns its id, or null where the e-mail has an account. */
  createAccount(tx: Transaction, account: NewAccount): Promise<string | null>
  /** Deletes the account of an e-mail together with the caller's writes, even if another person registered it. An unknown e-mail is ignored. */
  deleteAccount(tx: Transaction, email: string): Promise<void>
}

export interface IdentityProvider {
  features: SignInFeatures
  /** Null where only the provider creates accounts. */
  ownAccounts: OwnAccounts | null
  /** Returns the identity that a request proves (by a session cookie or an ID token), or null. */
  prove(request: FastifyRequest): Promise<Proof | null>
  /** Returns the condition that an identity has a sign-in session, for the query that reads its user. `identityId` is a column. */
  hasSession(identityId: AnyColumn, sessionId: string): SQL
  /**
   * Returns whether an identity is or was one of the provider's, so that another one with its address is another person. False for one of
   * a provider from before, whose owner comes back by the address.
   */
  isOwn(identityId: string): Promise<boolean>
  /** Returns whether this is the password of the proof's account. @throws RateLimitError after too many wrong ones */
  hasPassword(proof: Proof, password: string): Promise<boolean>
  /** Notes that the owner of an account has confirmed its e-mail by another link than the provider's own. */
  confirmEmail(tx: Transaction, identityId: string): Promise<void>
  /**
   * Gives an account an address that its owner has confirmed, and ends its sessions and the links in e-mails. Returns false where another
   * account has confirmed the address.
   */
  changeEmail(tx: Transaction, identityId: string, email: string): Promise<boolean>
  /**
   * The same for an address that its owner gets back from another person: also ends the password, the sign-in providers that were connected
   * since a time (in milliseconds since 1970), and a second factor that was off then.
   */
  restoreEmail(
    tx: Transaction,
    identityId: string,
    email: string,
    since: { time: number; hadSecondFactor: boolean },
  ): Promise<boolean>
  /** Returns whether every sign-in of an identity asks for a second factor. */
  hasSecondFactor(identityId: string): Promise<boolean>
  /** Returns the sessions of an identity that have not expired. */
  listSessions(identityId: string): Promise<SignInSession[]>
  /** Ends a session of an identity, and with it its tokens. Returns the number of ended sessions: 0 for an unknown one. */
  endSession(identityId: string, sessionId: string): Promise<number>
  /** Ends the sessions of a proof's identity but the proof's own. Returns their number, where it is known. */
  endOtherSessions(proof: Proof): Promise<number>
  /** Returns the sign-in methods and sessions of an account; none for an unknown e-mail. */
  readSignIn(email: string): Promise<SignIn>
  /** Deletes what the server itself stores of a sign-in with an address, so that another one may have the address. */
  deleteSignIn(tx: Transaction, email: string): Promise<void>
  /** Deletes the account of a user and its sessions. An account that does not exist is ignored. */
  forget(user: { email: string; identityId: string | null }): Promise<void>
  /** Registers the provider's own routes on the app. */
  mount(app: FastifyInstance): void
}
