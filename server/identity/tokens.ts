/** The school's own tokens: who a call is from, for 30 minutes. The role is not in them. */
import { jwtVerify, SignJWT } from 'jose'
import { TOKEN_SECONDS } from '#contract/token.ts'

const ISSUER = 'photography-school'

export interface Tokens {
  /** A token for the user of this id. */
  issue(userId: string): Promise<string>
  /** The user id of a token of ours that has not expired, else null. */
  verify(token: string): Promise<string | null>
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
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(key),
    async verify(token) {
      const options = { algorithms: ['HS256'], issuer: ISSUER, audience: ISSUER, requiredClaims: ['exp', 'sub'] }
      const verified = await jwtVerify(token, key, options).catch(() => null)
      return verified?.payload.sub ?? null
    },
  }
}
