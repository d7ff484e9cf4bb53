/** Puts the parts of a school together over an open database. main.ts and the tests run the same school. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { createApp } from './app.ts'
import { openCardSandbox } from './card-sandbox/card-sandbox.ts'
import { Catalogue } from './catalogue.ts'
import type { OpenDatabase } from './database/database.ts'
import { openDemoIdentity } from './demo-identity/demo-identity.ts'
import { Kept } from './http/kept.ts'
import { Limits } from './http/limits.ts'
import { createAuth, type EmbeddedAuth, embeddedIdentity } from './identity/embedded.ts'
import { answerReset, resetAsked } from './identity/reset.ts'
import { Throttle } from './identity/throttle.ts'
import { tokensSignedWith } from './identity/tokens.ts'
import type { JobKind } from './jobs/kind.ts'
import { openJobs } from './jobs/open.ts'
import { deliver, deliverMail, mailBy } from './mail/mail.ts'
import { openPost } from './mail/post.ts'
import { NewsletterLinks } from './newsletter/links.ts'
import type { Pages } from './pages/pages.ts'
import { type Parts, systemContext } from './parts.ts'
import { stripeCards } from './payments/cards.ts'
import { send as sendBack, sendRefund } from './payments/refunds.ts'
import { refundAll, refundEveryone } from './payments/withdrawals.ts'
import { openDarkroom } from './pictures/darkroom.ts'
import * as Pictures from './pictures/pictures.ts'
import { keyFor, keyTextFor } from './secrets.ts'
import type { Settings } from './settings.ts'
import * as Users from './users/users.ts'

export interface SchoolOptions {
  settings: Parts['settings']
  /** Everything that signs is derived from it. */
  secret: string
  database: OpenDatabase
  pages: Pages
  log: FastifyBaseLogger
}

export interface School {
  app: FastifyInstance
  parts: Parts
  /** The embedded identity provider, for whoever makes accounts without a browser. */
  auth: EmbeddedAuth
  /** Ends what is in flight, then closes everything that was opened here, and the database. */
  close(): Promise<void>
}

/** All work beside the requests. */
export const JOB_KINDS: JobKind<object>[] = [deliverMail, resetAsked, sendRefund, refundEveryone, Pictures.removeFiles]

/** A school that is ready to listen. */
export async function openSchool({ settings, secret, database, pages, log }: SchoolOptions): Promise<School> {
  const { db } = database
  const { publicUrl } = settings
  const catalogue = new Catalogue()
  const jobs = await openJobs(database, JOB_KINDS, log)
  const mail = mailBy(jobs, settings.school)
  const limits = new Limits(db, keyFor('limits', secret))
  const { thirdParties, demoIdentity } = openThirdParties(settings, secret)
  const throttle = new Throttle(limits)
  const auth = await createAuth({
    db,
    publicUrl,
    secret: keyTextFor('identity: cookies', secret),
    thirdParties,
    demo: settings.demo,
    jobs,
    mail,
    throttle,
    log,
    passwordChanged: (email) => Users.endTokens(db, email),
  })
  const cards = await openCards(settings, secret, db, log)
  const parts: Parts = {
    settings,
    log,
    database,
    db,
    identity: embeddedIdentity(auth, publicUrl),
    tokens: tokensSignedWith(keyFor('tokens', secret)),
    thirdParties: thirdParties.map(({ id, name }) => ({ id, name })),
    demoIdentity,
    jobs,
    mail,
    newsletterLinks: new NewsletterLinks(keyFor('newsletter links', secret), publicUrl),
    limits,
    ...cards,
    darkroom: openDarkroom(settings, log),
    catalogue,
    kept: new Kept(catalogue),
    pages,
  }
  const stopFollowing = await catalogue.follow(database)
  const delivery = { post: openPost(settings), log, from: settings.mail.from }
  const reset = { sendReset: auth.api.requestPasswordReset, throttle, log }
  jobs.handle(resetAsked, ({ email }) => answerReset(reset, email))
  const ctx = systemContext(parts)
  jobs.handle(refundEveryone, ({ classId, wishedBy }) => refundAll(ctx, classId, wishedBy))
  jobs.handle(sendRefund, ({ refundId }) => sendBack(ctx, refundId))
  jobs.handle(Pictures.removeFiles, (picture) => Pictures.remove(ctx.darkroom.storage, picture))
  jobs.handle(deliverMail, (sheet, id) => deliver(delivery, sheet, id))
  const app = await createApp(parts)
  return {
    app,
    parts,
    auth,
    async close() {
      await app.close()
      await stopFollowing()
      await jobs.stop()
      parts.darkroom.encoder.close()
      await cards.sandbox?.close()
      await pages.close()
      await database.close()
    },
  }
}

/** Those that the settings name; where they name none, the demo has its own. */
function openThirdParties({ thirdParties, demo, publicUrl }: Parts['settings'], secret: string) {
  if (thirdParties.length || !demo) return { thirdParties, demoIdentity: null }
  const demoIdentity = openDemoIdentity(publicUrl, secret)
  return { thirdParties: [demoIdentity.thirdParty], demoIdentity }
}

/** Real cards by Stripe, or the sandbox on `db`. */
export async function openCards(
  { cards }: Settings,
  secret: string,
  db: OpenDatabase['db'],
  log: FastifyBaseLogger,
): Promise<Pick<Parts, 'cards' | 'sandbox'>> {
  if (cards.provider === 'stripe') {
    const options = { maxNetworkRetries: 2, timeout: 20_000, telemetry: false, ...standIn(cards.api) }
    const stripe = new Stripe(cards.secretKey, options)
    return { cards: stripeCards(stripe, cards.webhookSecret), sandbox: null }
  }
  const sandbox = await openCardSandbox(db, secret, (error) => log.error(error, 'the card sandbox could not deliver'))
  return { cards: stripeCards(sandbox.stripe, sandbox.webhookSecret), sandbox }
}

/** Where Stripe's API is, if it is not Stripe's own. */
function standIn(api: string | undefined) {
  if (api === undefined) return {}
  const { hostname, port } = new URL(api)
  return { protocol: 'http', host: hostname, port } as const
}
