/** The identity provider port over better-auth. Its proof is the session cookie, from our own pages only. */
import { fromNodeHeaders } from 'better-auth/node'
import type { IdentityProvider } from '#server/ports/identity-provider.ts'
import type { EmbeddedAuth } from './better-auth.ts'
import { mountFetchHandler } from './fetch-handler.ts'
import { CLIENT_IP_HEADER } from './hooks.ts'
import { CREDENTIAL } from './identity.table.ts'
import { readSignInTime } from './reauthenticate.ts'
import { createSessionCalls, isSecondFactorOn } from './session-calls.ts'

/** The endpoints of better-auth that we use. The others are not served. */
const ENDPOINTS = [
  'GET /get-session',
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /update-user',
  'POST /confirm-email/send',
  'POST /confirm-email',
  'POST /reauthenticate',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'GET /list-accounts',
  'POST /link-social',
  'POST /unlink-account',
  'GET /oauth-popup/start',
  'GET /callback/:id',
  'POST /callback/:id',
]

export function createEmbeddedIdentity(auth: EmbeddedAuth, publicUrl: string): IdentityProvider {
  const find = async (email: string) =>
    (await auth.$context).internalAdapter.findUserByEmail(email, { includeAccounts: true })
  return {
    async prove({ headers }) {
      if (headers.origin && headers.origin !== publicUrl) return null
      const current = await auth.api.getSession({ headers: fromNodeHeaders(headers) })
      if (!current) return null
      const { id, email, emailVerified, name, image } = current.user
      return {
        identityId: id,
        email: email.toLowerCase(),
        emailConfirmed: emailVerified,
        name,
        image: image || null,
        signedInAt: readSignInTime(current.session),
        sessionId: current.session.id,
      }
    },
    ...createSessionCalls(auth),
    async exists(identityId) {
      return (await (await auth.$context).internalAdapter.findUserById(identityId)) !== null
    },
    async hasPassword(email, password) {
      const hash = (await find(email))?.accounts.find(({ providerId }) => providerId === CREDENTIAL)?.password
      return Boolean(hash) && (await auth.$context).password.verify({ hash: hash ?? '', password })
    },
    async readSignIn(email) {
      const identity = await find(email)
      const sessions = identity ? await (await auth.$context).internalAdapter.listSessions(identity.user.id) : []
      return {
        email_verified: identity?.user.emailVerified ?? false,
        methods: (identity?.accounts ?? []).map(({ providerId: id }) => (id === CREDENTIAL ? 'password' : id)),
        second_factor: Boolean(identity?.user && isSecondFactorOn(identity.user)),
        sessions: sessions.map((session) => ({
          created_at: session.createdAt.getTime(),
          expires_at: session.expiresAt.getTime(),
          address: session.ipAddress ?? null,
          browser: session.userAgent ?? null,
        })),
      }
    },
    async forget(email) {
      const identity = await find(email)
      if (identity) await (await auth.$context).internalAdapter.deleteUser(identity.user.id)
    },
    mount: (app) =>
      app.register(mountFetchHandler, {
        prefix: '/api/auth',
        endpoints: ENDPOINTS,
        handler: auth.handler,
        ipHeader: CLIENT_IP_HEADER,
        publicUrl,
      }),
  }
}
