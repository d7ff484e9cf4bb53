/**
 * Looks up and deletes accounts of a Firebase project, with a service account.
 * Source: https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts
 */
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import type { FirebaseSettings, ServiceAccount } from '#server/settings/identity.ts'

const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const API = 'https://identitytoolkit.googleapis.com'
const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
const TIMEOUT_MS = 10_000

/** An access token is requested again this long before it expires. */
const MARGIN_MS = 5 * 60_000

const Account = z.object({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  disabled: z.boolean().default(false),
  /** Tokens of earlier sign-ins are revoked. In seconds since 1970. */
  validSince: z.coerce.number().default(0),
  providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
})
export type FirebaseAccount = z.infer<typeof Account>

const Found = z.object({ users: z.array(Account).default([]) })
const Grant = z.object({ access_token: z.string(), expires_in: z.number() })

export interface FirebaseAccounts {
  /** Returns an account, or null where there is none. @throws AppError UNAVAILABLE */
  find(by: { localId: string } | { email: string }): Promise<FirebaseAccount | null>
  /** Deletes an account. An unknown one is ignored. @throws AppError UNAVAILABLE */
  remove(localId: string): Promise<void>
}

/** Returns null without a service account, unless the emulator needs none. */
export function openAccounts({ projectId, serviceAccount, emulator }: FirebaseSettings): FirebaseAccounts | null {
  const authorize = emulator ? async () => 'owner' : serviceAccount && createAuthorize(serviceAccount)
  if (!authorize) return null
  const origin = emulator ? `${emulator}/identitytoolkit.googleapis.com` : API
  const call = async (method: string, body: object) => {
    const headers = { authorization: `Bearer ${await authorize()}`, 'content-type': 'application/json' }
    return post(`${origin}/v1/projects/${projectId}/accounts:${method}`, headers, JSON.stringify(body))
  }
  return {
    async find(by) {
      const body = 'email' in by ? { email: [by.email] } : { localId: [by.localId] }
      return Found.parse(await call('lookup', body)).users[0] ?? null
    },
    async remove(localId) {
      await call('delete', { localId })
    },
  }
}

/** Returns a function that returns an access token. Source: RFC 7523, section 2.1 */
function createAuthorize({ clientEmail, privateKey }: ServiceAccount): () => Promise<string> {
  let current = { token: '', until: 0 }
  return async () => {
    if (Date.now() < current.until) return current.token
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(TOKEN_URL)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(privateKey, 'RS256'))
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const { access_token: token, expires_in } = Grant.parse(await post(TOKEN_URL, {}, form))
    current = { token, until: Date.now() + expires_in * 1000 - MARGIN_MS }
    return token
  }
}

/** Returns the JSON of a response, and null where the account is unknown. */
async function post(url: string, headers: Record<string, string>, body: string | URLSearchParams): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { method: 'POST', headers, body, signal }).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', undefined, { cause })
  })
  const content: unknown = await response.json().catch(() => null)
  if (response.ok) return content
  if (JSON.stringify(content).includes('USER_NOT_FOUND')) return {}
  throw new AppError('UNAVAILABLE', undefined, {
    cause: new Error(`${new URL(url).host} responded ${response.status}`),
  })
}
