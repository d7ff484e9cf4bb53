/** The context of a verb: the services of the application, and the actor. It is passed, never ambient. */
import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '#contract/users.ts'
import type { TransactionServices } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { SecurityLog } from '#server/platform/security-log.ts'
import type { CardProvider } from './card-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { SchoolSettings } from './school-settings.ts'

/** The signed-in user, read from the user record for each request. */
export interface Actor {
  id: string
  email: string
  name: string
  image: string | null
  role: Role
  /** True if the user has confirmed the e-mail. */
  emailConfirmed: boolean
  /** The identity provider's id, or null for an unclaimed record. */
  identityId: string | null
}

/** The services that every verb may use. composition.ts assembles them once. */
export interface Services extends TransactionServices {
  identity: IdentityProvider
  cards: CardProvider
  mail: Mail
  /** The school's settings. */
  school: SchoolSettings
  jobs: Jobs
  log: FastifyBaseLogger
  securityLog: SecurityLog
  /** The origin of links. */
  publicUrl: string
  /** ISO 4217, lower case: the school's, which cannot change once it has a class. */
  readonly currency: string
}

export type Context<A extends Actor | null = Actor> = Services & { actor: A }

/** A context without an actor, for webhook events and jobs. */
export type SystemContext = Services
