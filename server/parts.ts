/** The parts of a running school, put together by main.ts (or a test) and handed to the app. */
import type { FastifyBaseLogger } from 'fastify'
import type { SchoolFacts } from '#contract/home.ts'
import type { CardSandbox } from './card-sandbox/card-sandbox.ts'
import type { Catalogue } from './catalogue.ts'
import type { SystemContext } from './context.ts'
import type { OpenDatabase } from './database/database.ts'
import type { DemoIdentity } from './demo-identity/demo-identity.ts'
import type { Kept } from './http/kept.ts'
import type { Limits } from './http/limits.ts'
import type { Identity } from './identity/identity.ts'
import type { Tokens } from './identity/tokens.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { NewsletterLinks } from './newsletter/links.ts'
import type { Pages } from './pages/pages.ts'
import type { Cards } from './payments/cards.ts'
import type { Darkroom } from './pictures/darkroom.ts'
import type { Settings } from './settings.ts'

export interface Parts {
  settings: Settings & { publicUrl: string }
  log: FastifyBaseLogger
  database: OpenDatabase
  db: OpenDatabase['db']
  identity: Identity
  /** Who else may say who somebody is. */
  thirdParties: SchoolFacts['thirdParties']
  /** The pretend third party, in the demo. */
  demoIdentity: DemoIdentity | null
  tokens: Tokens
  jobs: Jobs
  mail: Mail
  newsletterLinks: NewsletterLinks
  limits: Limits
  cards: Cards
  /** The pretend card provider, where real cards are not taken. */
  sandbox: CardSandbox | null
  darkroom: Darkroom
  catalogue: Catalogue
  kept: Kept
  pages: Pages
}

/** What verbs work with, of the parts as they are now. */
export function systemContext(parts: Parts): SystemContext {
  const { db, identity, cards, mail, newsletterLinks, catalogue, jobs, darkroom, log } = parts
  const { publicUrl, currency, cancelDays } = parts.settings
  return { db, identity, cards, mail, newsletterLinks, catalogue, jobs, darkroom, log, publicUrl, currency, cancelDays }
}
