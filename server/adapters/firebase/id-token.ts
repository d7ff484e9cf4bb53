/** Verifies Firebase's ID tokens. Source: https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library */
import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose'
import { z } from 'zod'
import { Email } from '#contract/values/fields.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { FirebaseSettings } from '#server/settings/identity.ts'

/** Google's keys for the tokens of all projects, as a JSON Web Key Set. */
const KEYS_URL = new URL('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')

/** Allowed difference of Google's clock and this server's, in seconds. */
const CLOCK_SECONDS = 30

const Claims = z.object({
  sub: z.string().min(1).max(128),
  /** Time of the sign-in, in seconds since 1970. It stays the same while the client renews the token. */
  auth_time: z.int().positive(),
  email: Email,
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
  picture: z.string().nullish(),
  /** Users of a tenant are a set of their own, whose addresses may be anybody's. */
  firebase: z.object({ tenant: z.undefined().optional() }).default({}),
})
export type IdToken = z.infer<typeof Claims>

export type VerifyIdToken = (token: string) => Promise<IdToken | null>

/** Returns Google's published keys, which are fetched when a token names an unknown one. */
export function openGoogleKeys(): JWTVerifyGetKey {
  return createRemoteJWKSet(KEYS_URL)
}

/**
 * Returns a function that returns the claims of an ID token of the project, or null for any other token, and for one without an e-mail.
 * @throws AppError UNAVAILABLE where the keys cannot be fetched
 */
export function createVerifier(
  { projectId, emulator }: Pick<FirebaseSettings, 'projectId' | 'emulator'>,
  keys: JWTVerifyGetKey,
): VerifyIdToken {
  const issuer = `https://securetoken.google.com/${projectId}`
  const rules = { issuer, audience: projectId, clockTolerance: CLOCK_SECONDS }
  const readSigned = async (token: string) =>
    (await jwtVerify(token, keys, { ...rules, algorithms: ['RS256'], requiredClaims: ['exp', 'iat', 'sub'] })).payload
  const readUnsigned = (token: string) => UnsecuredJWT.decode(token, rules).payload
  return async (token) => {
    try {
      const payload = emulator && isUnsigned(token) ? readUnsigned(token) : await readSigned(token)
      return isFromPast(payload) ? (Claims.safeParse(payload).data ?? null) : null
    } catch (error) {
      if (isOfToken(error)) return null
      throw new AppError('UNAVAILABLE', undefined, { cause: error })
    }
  }
}

function isUnsigned(token: string): boolean {
  return decodeProtectedHeader(token).alg === 'none'
}

function isFromPast({ iat, auth_time }: JWTPayload): boolean {
  const latest = Date.now() / 1000 + CLOCK_SECONDS
  return iat !== undefined && iat <= latest && typeof auth_time === 'number' && auth_time <= latest
}

/** Returns whether the token is to blame: malformed, expired, signed with another key. Otherwise the keys could not be fetched. */
function isOfToken(error: unknown): boolean {
  const isOfKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  const isOfJose = error instanceof errors.JOSEError && error.constructor !== errors.JOSEError
  return (isOfJose && !isOfKeys) || (error instanceof TypeError && /token|JWT|Header/i.test(error.message))
}
