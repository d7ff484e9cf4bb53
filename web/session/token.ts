/** The token in local storage: the one place that reads and writes it. */
import { TOKEN_RENEW_AT } from '#contract/token.ts'

export const TOKEN_KEY = 'token'

export const storedToken = (): string | null => localStorage.getItem(TOKEN_KEY)

/** How far this machine's clock is ahead of the server's, in milliseconds, as a token showed that had just been made. */
let ahead = 0

/** Stores a token that the server has just made. */
export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
  ahead = Date.now() - claims(token).iat * 1000
}

export const removeToken = (): void => localStorage.removeItem(TOKEN_KEY)

/** The authorization header of a signed-in call, or null. */
export function bearer(): string | null {
  const token = storedToken()
  return token && `Bearer ${token}`
}

/** Milliseconds until the stored token is due for renewal; 0 when it is due, missing or unreadable. */
export function untilRenewal(): number {
  const { iat, exp } = claims(storedToken())
  const due = (iat + (exp - iat) * TOKEN_RENEW_AT) * 1000
  return Math.max(0, due - (Date.now() - ahead))
}

/** The token's times in seconds since 1970 (RFC 7519, section 4.1). Unchecked: only the server believes a token. */
function claims(token: string | null): { iat: number; exp: number } {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const { iat, exp } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown }
    if (typeof iat === 'number' && typeof exp === 'number') return { iat, exp }
  } catch {
    // Falls through: what cannot be read is due.
  }
  return { iat: 0, exp: 0 }
}
