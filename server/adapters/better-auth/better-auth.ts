/** The embedded identity provider's configuration: better-auth on our own database, under /api/auth. */
import type { BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { IPV6_PREFIX } from '#server/platform/rate-limits/rate-limiter.ts'
import type { SecurityLog } from '#server/platform/security-log.ts'
import type { SignInProviderSettings } from '#server/settings/sign-in-providers.ts'
import { afterSignIn, type NewSignIn } from './after-sign-in.ts'
import { confirmEmail, type SendConfirmation } from './confirm-email.ts'
import { createDatabaseHooks } from './database-hooks.ts'
import { RESET_MINUTES } from './email-definitions.ts'
import {
  composeConfirmEmail,
  composeNewDeviceEmail,
  composePasswordChangedEmail,
  composeResetEmail,
  composeSecondFactorEmail,
  composeWrongCodesEmail,
} from './emails.ts'
import type { Hashing } from './hashing.ts'
import { CLIENT_IP_HEADER, createHooks } from './hooks.ts'
import * as tables from './identity.table.ts'
import { giveAddress, ignorePasswords, separateIssuers } from './only-provider.ts'
import { removePendingLinks } from './pending-links.ts'
import { isWithinLimit, mapRateLimitErrors } from './rate-limit-errors.ts'
import { reauthenticate, SESSION_FIELDS, type VerifyCode } from './reauthenticate.ts'
import { createUserOptions } from './registration.ts'
import { createRequestLimits } from './request-limits.ts'
import { createSecondFactor, type SecondFactorSettings } from './second-factor.ts'
import { recordSignIns } from './sign-in-events.ts'
import { createProviderOptions } from './sign-in-providers.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import { takeOver } from './take-over.ts'
import { trackTransactions } from './tracked-transactions.ts'

const SESSION_DAYS = 30
const DAY_SECONDS = 24 * 60 * 60

/** The precision of a session's last use. */
const LAST_USE_SECONDS = 10 * 60

const SESSION = {
  expiresIn: SESSION_DAYS * DAY_SECONDS,
  updateAge: LAST_USE_SECONDS,
  // Our own rule is REAUTH_MINUTES.
  freshAge: 0,
  additionalFields: SESSION_FIELDS,
}

const ACCOUNT_FIELDS = { issuer: { type: 'string', required: false, input: false, returned: false } } as const

export interface EmbeddedIdentitySettings {
  db: Database
  /** The origin of the pages. */
  publicUrl: string
  /** The key of its cookies. */
  secret: string
  signInProviders: SignInProviderSettings[]
  /**
   * True if people sign in with a password; otherwise only with the sign-in provider, which then signs in to former accounts whose
   * addresses both have verified.
   */
  passwords: boolean
  /** True if the demo's accounts may sign in. */
  demo: boolean
  jobs: Jobs
  mail: Mail
  throttle: SignInThrottle
  hashing: Hashing
  log: FastifyBaseLogger
  securityLog: SecurityLog
  /** Called after the password or the second factor has changed, with the e-mail in lower case. */
  onPasswordChange(email: string): Promise<void>
  /** Called after an e-mail was confirmed, with the identity's id. It may be repeated. */
  onEmailConfirmed(identityId: string): Promise<void>
  /** Deletes the record of an account whose address belongs to another person. */
  deleteRecord(identityId: string): Promise<void>
  /** Returns whether an address is reserved for the owner of an account that had it. `db` may be a transaction of the registration. */
  isReserved(db: Database, email: string): Promise<boolean>
  /** Returns whether an e-mail may register, in any way. `db` may be a transaction of the registration. */
  mayRegister(db: Database, email: string): Promise<boolean>
}

interface Account {
  id: string
  name: string
  email: string
  emailVerified: boolean
}

export type EmbeddedAuth = Awaited<ReturnType<typeof createAuth>>

/** Creates the provider: passwords (scrypt), sign-in providers, and sessions in a cookie. */
export async function createAuth(settings: EmbeddedIdentitySettings) {
  const { db, publicUrl, secret, passwords, mail } = settings
  const transactions = trackTransactions(db)
  const { socialProviders, plugins } = await openProviders(settings)
  const sendConfirmation: SendConfirmation = (user, token) =>
    mail.send(db, composeConfirmEmail(user, `${publicUrl}/verify-email?token=${token}`))
  const onPasswordChanged = async (user: Account) => {
    settings.securityLog.record('password-changed', { identity: user.id })
    await removePendingLinks(db, user.id)
    await settings.onPasswordChange(user.email.toLowerCase())
    await mail.send(db, composePasswordChangedEmail(user, `${publicUrl}/forgot-password`))
  }
  const verifyCode: VerifyCode = (kind, code, headers) => {
    const input = { body: { code }, headers }
    return kind === 'code' ? auth.api.verifyTOTP(input) : auth.api.verifyBackupCode(input)
  }
  const auth = betterAuth({
    appName: 'Photography School',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: createErrorOptions(settings),
    database: drizzleAdapter(transactions.db, { provider: 'pg', schema: tables, transaction: true }),
    user: createUserOptions(settings, transactions),
    session: SESSION,
    verification: { storeIdentifier: 'hashed' },
    account: {
      additionalFields: ACCOUNT_FIELDS,
      encryptOAuthTokens: true,
      accountLinking: { disableImplicitLinking: passwords },
    },
    socialProviders,
    emailAndPassword: createPasswordOptions(settings, async (user) => {
      await takeOver(db, await auth.$context, user)
      await onPasswordChanged(user)
    }),
    rateLimit: createRequestLimits(settings.throttle),
    advanced: {
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER], ipv6Subnet: IPV6_PREFIX },
      // These are set explicitly, because better-auth skips the checks where NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    databaseHooks: createDatabaseHooks(settings, sendConfirmation),
    hooks: createHooks({ ...settings, onPasswordChanged }),
    plugins: [
      ...createSecondFactor(toSecondFactorSettings(settings)),
      recordSignIns(settings.securityLog),
      ...plugins,
      confirmEmail(sendConfirmation),
      reauthenticate(verifyCode),
      afterSignIn({ db, onNewDevice: (signIn) => reportNewDevice(settings, signIn) }),
    ],
  })
  if (!passwords) ignorePasswords(await auth.$context)
  return auth
}

function createErrorOptions({ publicUrl, log }: EmbeddedIdentitySettings): BetterAuthOptions['onAPIError'] {
  return {
    errorURL: `${publicUrl}/login`,
    onError: (error) => {
      if (!isAPIError(error) || error.statusCode >= 500) log.error(error, 'the identity provider failed')
    },
  }
}

/** Opens the sign-in providers. Without passwords, they decide whose an address is. */
async function openProviders({ db, signInProviders, passwords, deleteRecord }: EmbeddedIdentitySettings) {
  const oidc = signInProviders.find(({ id }) => id === 'oidc')
  if (oidc?.issuer) await separateIssuers(db, oidc.id, oidc.issuer)
  return createProviderOptions(signInProviders, async (verified) => {
    if (!passwords) await giveAddress(db, verified, deleteRecord)
  })
}

function createPasswordOptions(
  { db, demo, mail, publicUrl, hashing }: EmbeddedIdentitySettings,
  onReset: (user: Account) => Promise<void>,
): BetterAuthOptions['emailAndPassword'] {
  return {
    enabled: true,
    minPasswordLength: 6,
    maxPasswordLength: 128,
    password: {
      hash: (password) => mapRateLimitErrors(() => hashing.hash(password)),
      verify: (input) => mapRateLimitErrors(() => hashing.verify(input)),
    },
    resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
    revokeSessionsOnPasswordReset: true,
    async sendResetPassword({ user, token }) {
      if ('demo' in user && user.demo && !demo) return
      await mail.send(db, composeResetEmail(user, `${publicUrl}/reset-password?token=${token}`))
    },
    onPasswordReset: ({ user }) => onReset(user),
  }
}

function toSecondFactorSettings(settings: EmbeddedIdentitySettings): SecondFactorSettings {
  const { db, mail, throttle, securityLog, publicUrl } = settings
  const passwordUrl = `${publicUrl}/forgot-password`
  return {
    db,
    mail,
    throttle,
    securityLog,
    async onChanged(owner, change) {
      securityLog.record('second-factor-changed', { identity: owner.id, change })
      await settings.onPasswordChange(owner.email.toLowerCase())
      await mail.send(db, composeSecondFactorEmail(owner, change, passwordUrl))
    },
    async onGuessed(owner) {
      if (await isWithinLimit(() => throttle.countEmail('wrong codes', owner.email)))
        await mail.send(db, composeWrongCodesEmail(owner, passwordUrl))
    },
  }
}

/** Tells the owner, unless it is a demo account, whose address has no mailbox. */
async function reportNewDevice(
  { db, mail, throttle, publicUrl }: EmbeddedIdentitySettings,
  signIn: NewSignIn,
): Promise<void> {
  if (signIn.demo || !(await isWithinLimit(() => throttle.countEmail('new device', signIn.email)))) return
  await mail.send(db, composeNewDeviceEmail(signIn, `${publicUrl}/forgot-password`, mail.sender.time_zone))
}
