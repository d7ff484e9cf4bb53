/** What a verb works with: the parts of the running school, and who asks. Passed, never ambient. */
import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '#contract/users.ts'
import type { Catalogue } from './catalogue.ts'
import type { Database } from './database/database.ts'
import type { Identity } from './identity/identity.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { NewsletterLinks } from './newsletter/links.ts'
import type { Cards } from './payments/cards.ts'
import type { Darkroom } from './pictures/darkroom.ts'

/** Who asks, read from the user record for this very call. */
export interface Actor {
  id: string
  email: string
  name: string
  image: string | null
  role: Role
}

export interface Context<A extends Actor | null = Actor> {
  db: Database
  actor: A
  identity: Identity
  cards: Cards
  mail: Mail
  newsletterLinks: NewsletterLinks
  /** Told after every commit that changes what the public pages show. */
  catalogue: Catalogue
  jobs: Jobs
  /** What uploaded pictures go through. */
  darkroom: Darkroom
  log: FastifyBaseLogger
  /** The origin that links lead to. */
  publicUrl: string
  /** ISO 4217, lower case. */
  currency: string
  /** How long after paying a student may cancel by themselves. */
  cancelDays: number
}

/** A context without an actor: for the provider's notices, and the jobs. */
export type SystemContext = Omit<Context, 'actor'>
