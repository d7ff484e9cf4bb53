/**
 * The second factor: a code of an authenticator app, or a recovery code, through better-auth's two-factor plugin. What the plugin
 * lacks is added here: it also asks after a sign-in provider, accepts each code once, and limits guesses for the account as a whole.
 */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { and, eq, ne } from 'drizzle-orm'
import { RateLimitError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { SecurityLog } from '#server/platform/security-log.ts'
import type { SecondFactorChange } from './email-definitions.ts'
import { readNetwork } from './hooks.ts'
import { session } from './identity.table.ts'
import { mapRateLimitErrors } from './rate-limit-errors.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export interface SecondFactorOwner {
  id: string
  name: string
  email: string
  emailVerified: boolean
}

export interface SecondFactorSettings {
  db: Database
  /** Its sender is the school, whose name the authenticator app shows. */
  mail: Pick<Mail, 'sender'>
  throttle: SignInThrottle
  securityLog: SecurityLog
  /** Called after an account's second factor was turned on or off, or its recovery codes were replaced. */
  onChanged(owner: SecondFactorOwner, change: SecondFactorChange): Promise<void>
  /** Called when a person who knows the password has entered too many wrong codes. */
  onGuessed(owner: SecondFactorOwner): Promise<void>
}

export const VERIFY_CODE = '/two-factor/verify-totp'
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code'
/** better-auth's path of the page to which a sign-in provider redirects. */
export const CALLBACK = '/callback/:id'
const CHALLENGE_COOKIE = 'two_factor'

/** The code of the popup's message when the sign-in continues with a code. The browser knows it. */
export const CODE_REQUIRED = 'second_factor'

/** Returns the plugins, in the order of their hooks. They must come before the popup's. */
export function createSecondFactor(settings: SecondFactorSettings) {
  return [
    guardCodes(settings),
    nameIssuer(settings),
    createTwoFactor(),
    redirectChallenge(),
    reportChanges(settings),
  ] as const
}

/** Returns better-auth's plugin. Its challenge follows every sign-in, those with a sign-in provider too. */
function createTwoFactor() {
  const plugin = twoFactor({
    allowPasswordless: true,
    // It would also lock out the owner's recovery codes. The throttle does not.
    accountLockout: { enabled: false },
  })
  for (const hook of plugin.hooks.after) {
    const { matcher } = hook
    hook.matcher = (ctx) => matcher(ctx) || ctx.path === CALLBACK
  }
  return plugin satisfies BetterAuthPlugin
}

/** Names the school in the key of an authenticator app, as it is called when the second factor is turned on. */
function nameIssuer({ mail }: SecondFactorSettings) {
  const name = createAuthMiddleware(async () => ({ context: { body: { issuer: mail.sender.name } } }))
  const matcher = ({ path }: { path?: string }) => path === '/two-factor/enable'
  return { id: 'name-issuer', hooks: { before: [{ matcher, handler: name }] } } satisfies BetterAuthPlugin
}

/** Limits guesses and refuses used codes, before better-auth verifies a code. */
function guardCodes({ throttle, securityLog, onGuessed }: SecondFactorSettings) {
  const guard = createAuthMiddleware(async (ctx) => {
    const owner = await findOwner(ctx)
    if (!owner) return
    // The code recorded is the one that better-auth verifies: a code with a space after it is the same code.
    const code = String(ctx.body?.code ?? '').trim()
    await mapRateLimitErrors(async () => {
      if (ctx.path === VERIFY_RECOVERY_CODE) return throttle.countRecoveryCode(owner.id, readNetwork(ctx.headers))
      await throttle.countCode(owner.id).catch(async (error: unknown) => {
        if (error instanceof RateLimitError) await onGuessed(owner)
        throw error
      })
      if (await throttle.recordUsedCode(owner.id, code)) return
      securityLog.record('sign-in-refused', { identity: owner.id, by: 'code', code: 'INVALID_CODE' })
      throw createCodeError()
    })
    return { context: { body: { code, trustDevice: false, disableSession: false } } }
  })
  const matcher = ({ path }: { path?: string }) => path === VERIFY_CODE || path === VERIFY_RECOVERY_CODE
  return { id: 'guard-codes', hooks: { before: [{ matcher, handler: guard }] } } satisfies BetterAuthPlugin
}

function createCodeError(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code is wrong or was used.' })
}

/** Returns the account of the session, or of the sign-in that waits for a code. */
export async function findOwner(ctx: GenericEndpointContext): Promise<SecondFactorOwner | null> {
  const { context } = ctx
  const current = await getSessionFromCtx(ctx)
  if (current) return current.user
  const { name } = context.createAuthCookie(CHALLENGE_COOKIE)
  const challenge = await ctx.getSignedCookie(name, context.secret)
  const verification = challenge ? await context.internalAdapter.findVerificationValue(challenge) : null
  return verification ? context.internalAdapter.findUserById(verification.value) : null
}

/** Turns a sign-in provider's redirect into an error that tells the popup's opener to ask for a code. */
function redirectChallenge() {
  const redirect = createAuthMiddleware(async ({ context }) => {
    const { returned, responseHeaders } = context
    if (!isChallenge(returned) || !responseHeaders) return
    const cookies = responseHeaders.getSetCookie()
    responseHeaders.delete('set-cookie')
    // The session of the sign-in is deleted: of its cookies, only the one that removes them may reach the browser.
    const { name } = context.authCookies.sessionToken
    const isDeleted = (cookie: string) => cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`)
    for (const cookie of cookies) if (!isDeleted(cookie)) responseHeaders.append('set-cookie', cookie)
    responseHeaders.set('location', `${context.options.baseURL}/login?error=${CODE_REQUIRED}`)
  })
  const matcher = ({ path }: { path?: string }) => path === CALLBACK
  return { id: 'redirect-challenge', hooks: { after: [{ matcher, handler: redirect }] } } satisfies BetterAuthPlugin
}

function isChallenge(returned: unknown): boolean {
  return typeof returned === 'object' && returned !== null && 'twoFactorRedirect' in returned
}

const CHANGES = new Map<string | undefined, SecondFactorChange>([
  [VERIFY_CODE, 'on'],
  ['/two-factor/disable', 'off'],
  ['/two-factor/generate-backup-codes', 'new codes'],
])

/** Reports changes. Turning the second factor on ends the account's other sessions, which began without one. */
function reportChanges({ db, onChanged }: SecondFactorSettings) {
  const report = createAuthMiddleware(async ({ path, context }) => {
    const change = CHANGES.get(path)
    const before = context.session
    if (!change || !before || isAPIError(context.returned)) return
    // Verifying a code within a session turns the second factor on only if better-auth starts a new session.
    if (change === 'on' && !context.newSession) return
    if (change === 'on' && context.newSession) {
      const isOther = ne(session.token, context.newSession.session.token)
      await db.delete(session).where(and(eq(session.userId, before.user.id), isOther))
    }
    await onChanged(before.user, change)
  })
  const matcher = ({ path }: { path?: string }) => CHANGES.has(path)
  return { id: 'report-second-factor', hooks: { after: [{ matcher, handler: report }] } } satisfies BetterAuthPlugin
}
