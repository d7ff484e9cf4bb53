/** The embedded identity provider's tables. better-auth defines their columns. Our own records are in users. */
import { bigint, boolean, index, integer, pgSchema, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const identity = pgSchema('identity')
const time = () => timestamp({ withTimezone: true })

export const user = identity.table('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  /** An account of the demo, which may sign in only while the demo is on. */
  demo: boolean().notNull().default(false),
  /** True if every sign-in asks for a code as well. */
  twoFactorEnabled: boolean().notNull().default(false),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

const userId = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

export const session = identity.table(
  'session',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: userId(),
    expiresAt: time().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** Time at which the user last proved again who they are. Null: only at the sign-in. */
    reauthenticatedAt: time(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (t) => [index('session_user').on(t.userId)],
)

/** better-auth's `providerId` of accounts with a password. */
export const CREDENTIAL = 'credential'

export const account = identity.table(
  'account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    /** The issuer of an OpenID Connect provider. Only together with it, `accountId` identifies a person. */
    issuer: text(),
    userId: userId(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: time(),
    refreshTokenExpiresAt: time(),
    scope: text(),
    password: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (t) => [index('account_user').on(t.userId)],
)

export const verification = identity.table(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: time().notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (t) => [index('verification_identifier').on(t.identifier)],
)

/** The second factors. Secrets and recovery codes are encrypted with the key of the cookies. */
export const twoFactor = identity.table(
  'two_factor',
  {
    id: text().primaryKey(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: userId(),
    /** True if the owner has confirmed it with a code. */
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: time(),
  },
  (t) => [uniqueIndex('two_factor_user').on(t.userId)],
)

/** The browsers in which an account has signed in. The id is a hash of the account and the browser's cookie. */
export const knownDevice = identity.table(
  'known_device',
  {
    id: text().primaryKey(),
    userId: userId(),
    createdAt: time().notNull(),
  },
  (t) => [index('known_device_user').on(t.userId)],
)

/** Unused: the release before counts requests here, and may still run beside this one. The next one removes it. */
export const rateLimit = identity.table('rate_limit', {
  id: text().primaryKey(),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint({ mode: 'number' }).notNull(),
})
