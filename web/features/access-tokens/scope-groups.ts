/** The scopes of access tokens, by the domain of the API. */

export interface ScopeGroup {
  domain: string
  /** `Read` allows reading, `Change` all other calls. */
  scopes: { scope: string; label: 'Read' | 'Change' }[]
}

/** Returns the groups in alphabetical order, `Read` first in each. */
export function groupScopes(scopes: string[]): ScopeGroup[] {
  const groups = Map.groupBy(scopes.toSorted(), (scope) => scope.slice(0, scope.lastIndexOf(':')))
  return [...groups].map(([domain, members]) => ({
    domain,
    scopes: members.map((scope) => ({ scope, label: scope.endsWith(':read') ? 'Read' : 'Change' })),
  }))
}
