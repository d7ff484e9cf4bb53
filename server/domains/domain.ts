/** A domain's part of the application. Its index.ts says it; index.ts in this folder lists the domains. */
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import type { AccountData } from '#contract/account.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SchoolTables } from '#server/platform/exported-tables.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { EmailDefinition } from '#server/platform/mail/email-template.ts'
import type { RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts'
import type { Actor, Context, Services, SystemContext } from '#server/ports/context.ts'
import type { MailTransport } from '#server/ports/mail-transport.ts'
import type { Serve, ServeUpload } from '#server/ports/serve.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { ExportLinks } from './backup/export/export-links.ts'
import type { FeedLinks } from './calendar/feed-links.ts'
import type { EmailGroup } from './emails/queries.ts'
import type { ImagePipeline } from './images/image-pipeline.ts'
import type { PrivateLinks } from './images/private-links.ts'
import type { NewsletterLinks } from './newsletter/links.ts'
import type { SeatLinks } from './payments/seat-links.ts'
import type { SetupSources } from './setup/create-school.ts'
import type { Tokens } from './users/tokens.ts'
import type { users } from './users/users.table.ts'
import type { VoucherCodes } from './vouchers/voucher-codes.ts'
import type { WebhooksComponents } from './webhooks/deliveries.ts'

/** Components beside the context of a call. */
export interface Components {
  services: Services
  settings: Settings & { publicUrl: string }
  tokens: Tokens
  rateLimiter: RateLimiter
  webhooks: WebhooksComponents
  newsletterLinks: NewsletterLinks
  feedLinks: FeedLinks
  exportLinks: ExportLinks
  pictureLinks: PrivateLinks
  materialLinks: PrivateLinks
  voucherCodes: VoucherCodes
  seatLinks: SeatLinks
  imagePipeline: ImagePipeline
  mailTransport: MailTransport
  /** All domains, for those that are about every one of them. */
  domains: readonly Domain[]
  tables: SchoolTables
  emails: EmailGroup[]
  listExamples: SetupSources['listExamples']
}

export interface Domain {
  /** Registers its calls. */
  routes?(serve: Serve, components: Components): void
  /** Registers its calls that receive a file. */
  uploads?(serve: ServeUpload, components: Components): void
  /** Registers its addresses that are no calls, in a scope of their own. */
  mount?(app: FastifyInstance, components: Components): Promise<void>
  /** Its work beside the requests. */
  jobs?: readonly Job[]
  /** Its e-mails, by the heading under which admins find them. */
  emails?: Partial<Record<EmailHeading, EmailDefinition[]>>
  /** Its work that runs again and again. */
  every?: readonly Repeated[]
  /** Its tables in backups and exports. */
  tables?: Partial<SchoolTables>
  /** Its columns that may hold the URL of an image, which is kept as long as one of them has it. */
  images?: readonly PgColumn[]
  /** Locks the classes that the deletion of a user changes, and changes them: before the row of the user is locked. */
  lockToForget?(tx: Transaction, userId: string): Promise<void>
  /** Removes what it stores about a user who is being deleted, whose row is locked. */
  forget?(tx: Transaction, user: Forgotten, ctx: SystemContext): Promise<void>
  /** Returns its part of what the actor may download about themselves. */
  data?(ctx: Context, components: Components): Promise<Partial<AccountData>>
}

export const EMAIL_HEADINGS = [
  'Accounts',
  'Payments and seats',
  'Dates',
  'Classes',
  'Newsletter and messages',
  'For the school',
] as const

type EmailHeading = (typeof EMAIL_HEADINGS)[number]

/** A kind of job with its handler, which may be called twice for a job. */
export interface Job {
  kind: JobKind<object>
  run(components: Components, payload: object): Promise<void>
}

/** Returns a job whose handler has the payload of its kind. */
export function defineJob<Payload extends object>(
  kind: JobKind<Payload>,
  run: (components: Components, payload: Payload) => Promise<void>,
): Job {
  return { kind, run: (components, payload) => run(components, payload as Payload) }
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

export interface Repeated {
  /** The pause between two runs, in milliseconds. */
  everyMs: number
  /** @param signal aborts when the server stops */
  run(components: Components, signal: AbortSignal): Promise<unknown>
  /** The log's line where it failed. */
  failure: string
}

export interface Forgotten {
  /** The user as they were before. */
  user: typeof users.$inferSelect
  /** The admin who deletes the user; undefined where that is the user. */
  actor: Actor | undefined
  /** True if the user gets back what the terms give. */
  isRefunded: boolean
}
