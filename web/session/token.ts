/** Reads and writes the token in local storage. */
import { TOKEN_RENEW_AT } from '#contract/values/limits.ts'

export const TOKEN_KEY = 'token'

/** This page's own copy, for browsers that block the storage: it throws there. */
let heldToken: string | null = null

export function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return heldToken
  }
}

/** Lead of this device's clock over the server's, in milliseconds, measured with each new token. */
let clockOffset = 0

/** Stores a token that the server has just issued. */
export function storeToken(token: string): void {
  write(token)
  clockOffset = Date.now() - readClaims(token).iat * 1000
}

export const removeToken = (): void => write(null)

function write(token: string | null): void {
  heldToken = token
  try {
    if (token) localStorage.setItem(TOKEN_KEY, token)
    else localStorage.removeItem(TOKEN_KEY)
  } catch {
    // Only the copy remains.
  }
}

/** Returns the authorization header of a signed-in call, or null. */
export function bearer(): string | null {
  const token = storedToken()
  return token && `Bearer ${token}`
}

/** Returns the milliseconds until the token is due for renewal; 0 if it is due, missing or unreadable. */
export function untilRenewal(): number {
  const { iat, exp } = readClaims(storedToken())
  const due = (iat + (exp - iat) * TOKEN_RENEW_AT) * 1000
  return Math.max(0, due - (Date.now() - clockOffset))
}

/** Returns whether the token has expired, is missing or is unreadable. */
export function isExpired(): boolean {
  return readClaims(storedToken()).exp * 1000 <= Date.now() - clockOffset
}

/** Returns the id of a token's user. */
export function readSubject(token: string | null): string | undefined {
  return readClaims(token).sub
}

/** Returns the claims of a token, times in seconds since 1970 (RFC 7519, section 4.1), unverified: only the server verifies tokens. */
function readClaims(token: string | null): { iat: number; exp: number; sub?: string } {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { iat, exp, sub } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown; sub?: string }
    if (typeof iat === 'number' && typeof exp === 'number') return { iat, exp, sub }
  } catch {
    // An unreadable token is due.
  }
  return { iat: 0, exp: 0 }
}
