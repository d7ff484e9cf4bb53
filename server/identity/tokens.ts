/** The school's own tokens: who a call is from, for 30 minutes. The role is not in them. */
import { jwtVerify, SignJWT } from 'jose'
import { TOKEN_SECONDS } from '#contract/token.ts'

const ISSUER = 'photography-school'

export interface Tokens {
  /** A token for the user of this id. */
  issue(userId: string): Promise<string>
  /** What a token of ours that has not expired says, else null. */
  verify(token: string): Promise<TokenFacts | null>
}

export interface TokenFacts {
  userId: string
  /** Milliseconds since 1970. */
  issuedAt: number
}

/** Tokens signed (HMAC SHA-256) with a key of 32 bytes. */
export function tokensSignedWith(key: Uint8Array): Tokens {
  return {
    issue: (userId) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setIssuedAt(Date.now() / 1000)
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(key),
    async verify(token) {
      const options = { algorithms: ['HS256'], issuer: ISSUER, audience: ISSUER, requiredClaims: ['exp', 'iat', 'sub'] }
      const verified = await jwtVerify(token, key, options).catch(() => null)
      const { sub, iat } = verified?.payload ?? {}
      return sub !== undefined && iat !== undefined ? { userId: sub, issuedAt: Math.round(iat * 1000) } : null
    },
  }
}
