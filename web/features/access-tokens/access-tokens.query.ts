/** GET and POST /access-tokens, GET /access-tokens/scopes, and DELETE /access-token/{id}, after a confirmation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccessToken, NewAccessToken } from '#contract/access-tokens.ts'
import type { Role } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useAction } from '#web/use-action.ts'

export function useAccessTokens() {
  return useQuery({ queryKey: queryKeys.accessTokens, queryFn: () => call(api.listAccessTokens) })
}

/** Reads the scopes that a role can use. */
export function useScopes(role: Role) {
  return useQuery({
    queryKey: [...queryKeys.accessTokenScopes, role],
    queryFn: () => call(api.listAccessTokenScopes),
    select: groupScopes,
  })
}

export function useCreateAccessToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAccessToken) => call(api.createAccessToken, { body }),
    onSuccess: () => refetchAfter(client, 'accessTokensChanged'),
  })
}

export function useRevokeAccessToken() {
  const revocation = useAction(({ _id }: AccessToken) => call(api.revokeAccessToken, { params: { id: _id } }), {
    after: 'accessTokensChanged',
  })
  return {
    isRevoking: (token: AccessToken) => revocation.isPending && revocation.variables._id === token._id,
    revoke: async (token: AccessToken) => {
      const text = 'Programs that use this token lose access immediately.'
      const question = { title: `Revoke ${token.name}?`, text, action: 'Yes, revoke it!' }
      if (await confirm(question)) revocation.mutate(token)
    },
  }
}

/** The scopes of access tokens, by the domain of the API. */

interface ScopeGroup {
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
