/**
 * The scopes of access tokens: what a token may call. A scope is derived from an endpoint's domain and method, so that every new
 * endpoint has one.
 */
import type { Endpoint } from './endpoint.ts'
import type { Role } from './values/role.ts'

/** `classes:read` allows the GET calls of the domain, `classes:write` its other calls. */
export type Scope = `${string}:${'read' | 'write'}`

/** Returns the scope of an endpoint; null for one that refuses access tokens. */
export function findScope({ domain, method, access, recentSignIn, signInOnly }: Endpoint): Scope | null {
  if (!domain || access === 'proof' || recentSignIn || signInOnly) return null
  return `${domain}:${method === 'GET' ? 'read' : 'write'}`
}

/** Lists the scopes that are useful to a role, in the order of the endpoints. Cached responses are the same for everyone, so they need none. */
export function listScopes(endpoints: object, role: Role): Scope[] {
  const scopes = Object.values(endpoints).flatMap((endpoint: Endpoint) => {
    const scope = findScope(endpoint)
    return scope && !endpoint.cached && mayCall(role, endpoint) ? [scope] : []
  })
  return [...new Set(scopes)]
}

/** Returns whether a role may make a call, at least about its own e-mail. */
function mayCall(role: Role, { access, own }: Endpoint): boolean {
  if (access === 'anyone' || access === 'user' || access === role || own?.except === role) return true
  return access === 'staff' && role !== 'student'
}
