/** Writes sign-ins, refused ones and sign-outs to the security log. */
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { SecurityLog } from '#server/platform/security-log.ts'
import { CALLBACK, CODE_REQUIRED, findOwner, VERIFY_CODE, VERIFY_RECOVERY_CODE } from './second-factor.ts'

const SIGN_IN = '/sign-in/email'
const SIGN_OUT = '/sign-out'
const REAUTHENTICATE = '/reauthenticate'
const UNLINK = '/unlink-account'

/** Checks of each endpoint. */
const CHECKED = new Map([
  [SIGN_IN, 'password'],
  [VERIFY_CODE, 'code'],
  [VERIFY_RECOVERY_CODE, 'recovery code'],
  [REAUTHENTICATE, 'password'],
  ['/change-password', 'password'],
  ['/two-factor/enable', 'password'],
  ['/two-factor/disable', 'password'],
  ['/two-factor/generate-backup-codes', 'password'],
])

/** Refusals that say that a password or a code was wrong. */
const WRONG = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'INVALID_CODE', 'INVALID_BACKUP_CODE'])

/** The context of a hook that runs after an endpoint, with the endpoint's result. */
type AfterContext = GenericEndpointContext & { context: { returned?: unknown; responseHeaders?: Headers | undefined } }

/** Returns the plugin. It must come after the second factor's, which ends sessions that still need a code, and before the popup's. */
export function recordSignIns(securityLog: SecurityLog) {
  const before = createAuthMiddleware(async (ctx) => {
    const current = ctx.request ? await getSessionFromCtx(ctx) : null
    if (current) securityLog.record('sign-out', { identity: current.user.id })
  })
  const after = createAuthMiddleware(async (ctx) => {
    if (!ctx.request) return
    await recordOutcome(securityLog, ctx)
  })
  return {
    id: 'record-sign-ins',
    hooks: {
      before: [{ matcher: ({ path }) => path === SIGN_OUT, handler: before }],
      after: [{ matcher: () => true, handler: after }],
    },
  } satisfies BetterAuthPlugin
}

async function recordOutcome(securityLog: SecurityLog, ctx: AfterContext): Promise<void> {
  const { newSession, session, returned } = ctx.context
  const path = ctx.path ?? ''
  const by = CHECKED.get(path) ?? ''
  const code = isAPIError(returned) ? String(returned.body?.code) : null
  if (path === CALLBACK) recordCallback(securityLog, ctx)
  else if (code && by && WRONG.has(code))
    securityLog.record('sign-in-refused', { identity: await findIdentity(ctx), by, code })
  else if (path === REAUTHENTICATE && !code && session)
    securityLog.record('re-authentication', { identity: session.user.id, by })
  else if (path === UNLINK && !code && session)
    securityLog.record('sign-in-method-removed', { identity: session.user.id, by: String(ctx.body.providerId) })
  else if (path === '/sign-up/email' && newSession) securityLog.record('registration', { identity: newSession.user.id })
  // Within a session, a code turns the second factor on.
  else if (by && newSession && !session) securityLog.record('sign-in', { identity: newSession.user.id, by })
}

/** A sign-in provider redirects here. A failure redirects on, with its code in the query. */
function recordCallback(securityLog: SecurityLog, { context, params }: AfterContext): void {
  const { newSession, responseHeaders, returned } = context
  const by = String(params?.id)
  if (newSession) securityLog.record('sign-in', { identity: newSession.user.id, by })
  if (newSession) return
  const headers = isAPIError(returned) ? new Headers(returned.headers) : responseHeaders
  const code = /[?&]error=([a-z_]{1,60})(&|$)/.exec(headers?.get('location') ?? '')?.[1]
  if (code && code !== CODE_REQUIRED) securityLog.record('sign-in-refused', { by, code })
}

/** Returns the id of the account whose password or code was wrong, if there is one. */
async function findIdentity(ctx: GenericEndpointContext): Promise<string | undefined> {
  if (ctx.path === SIGN_IN) return (await ctx.context.internalAdapter.findUserByEmail(ctx.body.email))?.user.id
  return (await findOwner(ctx))?.id
}
