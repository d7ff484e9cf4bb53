/** Assembles the application over an open database. It and providers.ts know every adapter. */

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { JWTVerifyGetKey } from 'jose'
import { createAuth, type EmbeddedAuth } from './adapters/better-auth/better-auth.ts'
import { createFairHashing, type Hashing, type PasswordHash } from './adapters/better-auth/hashing.ts'
import { handleResetRequest, resetRequested } from './adapters/better-auth/password-reset.ts'
import { SignInThrottle } from './adapters/better-auth/sign-in-throttle.ts'
import { createImageHost } from './adapters/imgbb.ts'
import { openMailTransport } from './adapters/mail-transport.ts'
import { createWebhookSender } from './adapters/webhook-sender.ts'
import { type AppComponents, createApp } from './app.ts'
import * as Account from './domains/account/account.ts'
import * as EmailChanges from './domains/account/email-changes.ts'
import { ExportLinks } from './domains/backup/export/export-links.ts'
import { FeedLinks } from './domains/calendar/feed-links.ts'
import { readNextClosing } from './domains/classes/runs/runs.ts'
import { readWords } from './domains/emails/changed-words.ts'
import { openImagePipeline } from './domains/images/image-pipeline.ts'
import { CLASS_FILES, PRIVATE_PICTURES, PrivateLinks } from './domains/images/private-links.ts'
import { DOMAINS } from './domains/index.ts'
import { NewsletterLinks } from './domains/newsletter/links.ts'
import { SeatLinks } from './domains/payments/seat-links.ts'
import { CurrentSchool } from './domains/school/current-school.ts'
import { completeFirst } from './domains/terms/terms.ts'
import { confirmEmail } from './domains/users/identity-binding.ts'
import { mayRegister } from './domains/users/registration.ts'
import { endTokens } from './domains/users/revocation.ts'
import { createTokens } from './domains/users/tokens.ts'
import { VoucherCodes } from './domains/vouchers/voucher-codes.ts'
import { follow } from './domains/waiting/offers.ts'
import type { WebhooksComponents } from './domains/webhooks/deliveries.ts'
import { WebhookSecrets } from './domains/webhooks/signatures.ts'
import { createJsonSerializer } from './http/json-serializer.ts'
import { type ReadClosing, ResponseCache } from './http/response-cache.ts'
import { openMonitoring } from './monitoring.ts'
import type { Pages } from './pages/pages.ts'
import { OverloadError } from './platform/app-error.ts'
import { Catalogue } from './platform/database/catalogue.ts'
import type { Database, DatabaseConnection } from './platform/database/database.ts'
import { FairQueue } from './platform/fair-queue.ts'
import { openJobs } from './platform/jobs/open.ts'
import { createMail } from './platform/mail/mail.ts'
import { RateLimiter } from './platform/rate-limits/rate-limiter.ts'
import { deriveKey, deriveKeyText } from './platform/secrets.ts'
import { SecurityLog } from './platform/security-log.ts'
import type { Services } from './ports/context.ts'
import { openCards, openIdentity, openImageStorage } from './providers.ts'
import { EMAILS, handleJobs, JOB_KINDS, TABLES } from './registered.ts'
import type { CardSandbox } from './sandbox/card-provider/card-sandbox.ts'
import { openDemoProvider } from './sandbox/identity-provider/demo-provider.ts'
import type { Settings } from './settings/settings.ts'

export interface ApplicationOptions {
  settings: AppComponents['settings']
  /** The source of every key that signs or encrypts. */
  secret: string
  database: DatabaseConnection
  pages: Pages
  log: FastifyBaseLogger
  /** The password hash of the embedded identity provider; scrypt by default. */
  passwordHash?: PasswordHash
  /** The keys of Firebase's ID tokens; Google's by default. Only tests set it. */
  firebaseKeys?: JWTVerifyGetKey
  /** Lets webhooks lead to this machine, by http too. Only tests set it. */
  allowLocalWebhooks?: boolean
}

export interface Application extends AppComponents {
  app: FastifyInstance
  secret: string
  sandbox: CardSandbox | null
  school: CurrentSchool
  /** The embedded identity provider, which the demo creates its accounts in. */
  auth: EmbeddedAuth
  /** Hashes the passwords of the embedded identity provider. */
  hashing: Hashing
  /** Finishes what is in flight, then closes everything that was opened here, and the database. */
  close(): Promise<void>
}

/**
 * Searches of 20,000 classes take the database up to some 100 ms, and long pages as much of the processor. A classroom behind one address
 * may send as many at once.
 */
const PUBLIC_QUERIES = { concurrency: 4, maxPerClient: 120, maxWaiting: 480, createError: () => new OverloadError() }

const REGISTERED = {
  domains: DOMAINS,
  emails: EMAILS,
  tables: TABLES,
  listExamples: async (currency: string) => (await import('../demo/examples.ts')).listExamples(currency),
}

/** Opens an application that is ready to listen. */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const { settings, secret, database, pages, log } = options
  const { db } = database
  const { publicUrl } = settings
  const catalogue = new Catalogue()
  const jobs = await openJobs(database, JOB_KINDS, log)
  const school = await openSchool(db, settings)
  const mail = createMail(jobs, { readSender: () => school.current, readWords, publicUrl })
  const { signInProviders, demoProvider } = openSignInProviders(settings, secret, db)
  const rateLimiter = new RateLimiter(db, deriveKey('limits', secret))
  const throttle = new SignInThrottle(rateLimiter)
  const hashing = createFairHashing(options.passwordHash)
  const securityLog = new SecurityLog(log)
  const auth = await createAuth({
    db,
    publicUrl,
    secret: deriveKeyText('identity: cookies', secret),
    signInProviders,
    passwords: settings.identity.provider === 'embedded',
    demo: settings.demo,
    jobs,
    mail,
    throttle,
    hashing,
    log,
    securityLog,
    ...createAccountHooks(db, school, () => services),
  })
  const { cards, sandbox } = await openCards(settings, secret, db, log)
  const parts = { db, auth, publicUrl, throttle, hashing, securityLog, firebaseKeys: options.firebaseKeys }
  const identity = openIdentity(settings.identity, parts)
  const platform = { db, identity, cards, mail, catalogue, jobs, log, securityLog, publicUrl }
  const services = createServices(platform, school)
  const components = {
    settings,
    secret,
    school,
    database,
    services,
    rateLimiter,
    serializeJson: createJsonSerializer(publicUrl),
    signInProviders: listSignInProviders(settings, signInProviders),
    ...createSigners(secret, publicUrl),
    webhooks: createWebhooks(secret, options.allowLocalWebhooks ?? false),
    mailTransport: openMailTransport(settings, school, log),
    ...REGISTERED,
    imagePipeline: openImages(settings, () => school.current.name, log),
    ...createCaches(db, catalogue),
    queryQueue: new FairQueue(PUBLIC_QUERIES),
    ...(await openMonitoring(settings, database)),
    pages,
    sandbox,
    demoProvider,
  }
  const stopFollowing = await followChanges(services, database)
  handleResets(auth, throttle, services)
  handleJobs(components)
  const app = await createApp(components)
  return { ...components, app, auth, hashing, close: () => closeApplication({ ...components, app }, stopFollowing) }
}

/** Opens the school's settings, and completes its first cancellation terms. */
async function openSchool(db: Database, settings: Settings): Promise<CurrentSchool> {
  await completeFirst(db, settings.cancelDays)
  return CurrentSchool.open(db, settings)
}

/** Returns the services. The currency is the school's at each use. */
function createServices(
  platform: Omit<Services, 'school' | 'currency' | 'offerSeats'>,
  school: CurrentSchool,
): Services {
  const currency = { enumerable: true, get: () => school.current.currency }
  const offerSeats: Services['offerSeats'] = (tx, runIds) => follow({ jobs: platform.jobs, school }, tx, runIds)
  return Object.defineProperty({ ...platform, offerSeats, school, currency: '' }, 'currency', currency)
}

/** Returns what the embedded identity provider calls when an account changes. */
function createAccountHooks(db: Database, school: CurrentSchool, readServices: () => Services) {
  return {
    async onPasswordChange(email: string) {
      await endTokens(db, email)
      await EmailChanges.endRequest(db, email)
    },
    isReserved: EmailChanges.isReserved,
    onEmailConfirmed: (identityId: string) => confirmEmail(db, identityId),
    deleteRecord: (identityId: string) => Account.removeUnconfirmed(readServices(), identityId, DOMAINS),
    mayRegister: (handle: Database, email: string) => mayRegister({ db: handle, school }, email),
  }
}

function handleResets(auth: EmbeddedAuth, throttle: SignInThrottle, { jobs, log }: Services): void {
  const resets = { sendReset: auth.api.requestPasswordReset, throttle, log }
  jobs.handle(resetRequested, ({ email }) => handleResetRequest(resets, email))
}

/** Follows the changes of other instances. Returns a function that stops following. */
function followChanges({ catalogue, school, log }: Services, database: DatabaseConnection) {
  const logError = (error: unknown) => log.error(error, "the school's settings could not be read")
  const refresh = () => school.refresh()
  return catalogue.follow(database, () => refresh().catch(refresh).catch(logError))
}

/** Creates what signs and sends messages to webhooks. */
function createWebhooks(secret: string, allowLoopback: boolean): WebhooksComponents {
  const secrets = new WebhookSecrets(deriveKey('webhook secrets', secret))
  return { secrets, sender: createWebhookSender({ allowLoopback }) }
}

/** The size of the cached pages whose number visitors choose: a hundred or more. */
export const SMALL_CACHE_BYTES = 8 * 1024 * 1024

function createCaches(db: Database, catalogue: Catalogue) {
  const readClosing: ReadClosing = (shown) => readNextClosing(db, shown)
  return {
    responseCache: new ResponseCache(catalogue, readClosing),
    smallCache: new ResponseCache(catalogue, readClosing, SMALL_CACHE_BYTES),
  }
}

/** Creates what signs tokens and links. */
function createSigners(secret: string, publicUrl: string) {
  return {
    tokens: createTokens(deriveKey('tokens', secret)),
    newsletterLinks: new NewsletterLinks(deriveKey('newsletter links', secret), publicUrl),
    feedLinks: new FeedLinks(deriveKey('calendar feeds', secret), publicUrl),
    exportLinks: new ExportLinks(deriveKey('exports', secret), publicUrl),
    pictureLinks: new PrivateLinks(deriveKey('private pictures', secret), 'private picture', PRIVATE_PICTURES),
    materialLinks: new PrivateLinks(deriveKey('class files', secret), 'class file', CLASS_FILES),
    seatLinks: new SeatLinks(deriveKey('seat links', secret), publicUrl),
    voucherCodes: new VoucherCodes(deriveKey('voucher codes', secret)),
  }
}

async function closeApplication(
  { app, services, imagePipeline, sandbox, tracing, pages, database }: Omit<Application, 'auth' | 'hashing' | 'close'>,
  stopFollowing: () => Promise<void>,
): Promise<void> {
  await app.close()
  services.securityLog.flush()
  await stopFollowing()
  await services.jobs.stop()
  await imagePipeline.intake.finish()
  imagePipeline.encoder.close()
  await sandbox?.close()
  await pages.close()
  await database.close()
  await tracing?.close()
}

/** Returns the sign-in providers for the buttons: those of the identity provider, or those that this server calls. */
function listSignInProviders({ identity }: Settings, own: { id: string; name: string }[]) {
  if (identity.provider === 'firebase') return identity.firebase.providers
  return own.map(({ id, name }) => ({ id, name }))
}

/** Opens the sign-in providers of the settings. Without any, the demo has its own. */
function openSignInProviders(
  { signInProviders, identity, demo, publicUrl }: AppComponents['settings'],
  secret: string,
  db: Database,
) {
  if (signInProviders.length || !demo || identity.provider === 'firebase')
    return { signInProviders, demoProvider: null }
  const demoProvider = openDemoProvider(publicUrl, secret, db)
  return { signInProviders: [demoProvider.provider], demoProvider }
}

function openImages(settings: Settings, readSchoolName: () => string, log: FastifyBaseLogger) {
  const { images, dataDir } = settings
  const host = images.host ? createImageHost(images.host) : null
  const { trustList } = images
  return openImagePipeline({ dataDir, readSchoolName, trustList }, { storage: openImageStorage(settings), host }, log)
}
