/** The calls of the identity provider port about sessions and the second factor. */
import type { IdentityProvider } from '#server/ports/identity-provider.ts'
import type { EmbeddedAuth } from './better-auth.ts'
import { describeDevice } from './describe-device.ts'

type SessionCalls = Pick<IdentityProvider, 'listSessions' | 'endSession' | 'endOtherSessions' | 'hasSecondFactor'>

export function createSessionCalls(auth: EmbeddedAuth): SessionCalls {
  const endWhere = async (identityId: string, isEnded: (id: string) => boolean) => {
    const { internalAdapter } = await auth.$context
    const ended = (await internalAdapter.listSessions(identityId)).filter(({ id }) => isEnded(id))
    for (const { token } of ended) await internalAdapter.deleteSession(token)
    return ended.length
  }
  return {
    async listSessions(identityId) {
      const sessions = await (await auth.$context).internalAdapter.listSessions(identityId)
      return sessions.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        id,
        device: describeDevice(userAgent),
        ip: ipAddress || null,
        createdAt: createdAt.getTime(),
        lastUsedAt: updatedAt.getTime(),
      }))
    },
    endSession: (identityId, sessionId) => endWhere(identityId, (id) => id === sessionId),
    endOtherSessions: ({ identityId, sessionId }) => endWhere(identityId, (id) => id !== sessionId),
    async hasSecondFactor(identityId) {
      const user = await (await auth.$context).internalAdapter.findUserById(identityId)
      return user !== null && isSecondFactorOn(user)
    },
  }
}

/** Returns whether a user of better-auth has turned the second factor on. */
export function isSecondFactorOn(user: object): boolean {
  return 'twoFactorEnabled' in user && user.twoFactorEnabled === true
}
