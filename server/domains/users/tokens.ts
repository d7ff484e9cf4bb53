/** Our own tokens, which identify the user of a request for 30 minutes. They do not contain the role. */
import { createSecretKey } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LruMap } from 'toad-cache'
import { TOKEN_SECONDS } from '#contract/values/limits.ts'

const ISSUER = 'photography-school'

/** Tokens remembered after their signature was checked, which takes 0.2 ms: some 2 MB. */
const MAX_CHECKED = 2_000

export interface Tokens {
  /**
   * Issues a token for the user of this id. It ends with the sign-in session, unless the identity provider has no sessions that we
   * can read.
   * @param signedInAt when the user last proved who they are, in milliseconds since 1970
   */
  issue(userId: string, signedInAt: number, sessionId?: string | null): Promise<string>
  /** Returns the claims of a token of ours that has not expired, or null. */
  verify(token: string): Promise<TokenClaims | null>
}

export interface TokenClaims {
  userId: string
  /** Milliseconds since 1970. */
  issuedAt: number
  /** Time at which the user last proved who they are, in milliseconds since 1970. */
  signedInAt: number
  sessionId: string | null
}

/** Returns tokens that are signed (HMAC SHA-256) with a key of 32 bytes. */
export function createTokens(bytes: Uint8Array): Tokens {
  // jose imports a key object once, and bytes at each use.
  const key = createSecretKey(bytes)
  const options = { algorithms: ['HS256'], issuer: ISSUER, audience: ISSUER, requiredClaims: ['exp', 'iat', 'sub'] }
  const checked = new LruMap<JWTPayload>(MAX_CHECKED)
  const check = async (token: string) => {
    const verified = await jwtVerify(token, key, options).catch(() => null)
    if (verified) checked.set(token, verified.payload)
    return verified?.payload
  }
  return {
    issue: (userId, signedInAt, sessionId = null) =>
      new SignJWT({ auth_time: Math.floor(signedInAt / 1000), ...(sessionId === null ? {} : { sid: sessionId }) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setIssuedAt(Date.now() / 1000)
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(key),
    async verify(token) {
      const { sub, iat, exp, auth_time, sid } = checked.get(token) ?? (await check(token)) ?? {}
      if (sub === undefined || iat === undefined || exp === undefined) return null
      if (exp * 1000 <= Date.now()) return null
      const signedInAt = typeof auth_time === 'number' ? auth_time * 1000 : 0
      const sessionId = typeof sid === 'string' ? sid : null
      return { userId: sub, issuedAt: Math.round(iat * 1000), signedInAt, sessionId }
    },
  }
}
