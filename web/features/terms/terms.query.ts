/** GET, POST, PATCH and DELETE of cancellation terms. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { NewTerms, Terms, TermsChange } from '#contract/terms.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export const termsQuery = queryOptions({ queryKey: queryKeys.terms, queryFn: () => call(api.listTerms) })

/** Every call rejects with a CallError. */
export function useTermsCalls(): ContentCalls<Terms, NewTerms, TermsChange> {
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'termsChanged')
  return {
    add: (body) => call(api.addTerms, { body }).then(refetch),
    change: (id, body, ifMatch) => call(api.changeTerms, { params: { id }, body }, { ifMatch }).then(refetch),
    remove: (id) => call(api.deleteTerms, { params: { id } }).then(refetch),
    reload: () => client.fetchQuery({ ...termsQuery, staleTime: 0 }),
  }
}
