/** ID tokens like Firebase's, signed with a key of the tests. */
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

export const PROJECT = 'school-test'
export const FIREBASE = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'key' }

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const { privateKey: otherKey } = await generateKeyPair('RS256')

/** The public key, as Google publishes its own. */
export const PUBLIC_KEY = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'key' }
export const FIREBASE_KEYS = createLocalJWKSet({ keys: [PUBLIC_KEY] })

const seconds = () => Math.floor(Date.now() / 1000)

export interface TokenOptions {
  claims?: JWTPayload
  issuer?: string
  audience?: string
  /** In seconds since 1970. */
  expiresAt?: number
  /** Signs with a key that is not published. */
  isForged?: boolean
  kid?: string
}

function toClaims(email: string, claims: JWTPayload): JWTPayload {
  const uid = email.replace(/\W/g, '')
  const firebase = { identities: { email: [email] }, sign_in_provider: 'password' }
  return { sub: uid, user_id: uid, email, email_verified: true, auth_time: seconds(), firebase, ...claims }
}

/** Returns the ID token of a user, whose uid is the e-mail without its signs. */
export async function createIdToken(email: string, options: TokenOptions = {}): Promise<string> {
  const { claims = {}, issuer = `https://securetoken.google.com/${PROJECT}`, audience = PROJECT } = options
  return new SignJWT(toClaims(email, claims))
    .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? 'key', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(claims.iat ?? seconds())
    .setExpirationTime(options.expiresAt ?? seconds() + 3600)
    .sign(options.isForged ? otherKey : privateKey)
}

/** Returns a token as the emulator makes it. */
export function createUnsignedToken(email: string): string {
  return new UnsecuredJWT(toClaims(email, {}))
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setIssuedAt()
    .setExpirationTime('1h')
    .encode()
}

/** Returns a token that is signed with the public key as if that were a secret. */
export async function createConfusedToken(email: string): Promise<string> {
  return new SignJWT(toClaims(email, {}))
    .setProtectedHeader({ alg: 'HS256', kid: 'key' })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(JSON.stringify(PUBLIC_KEY)))
}
