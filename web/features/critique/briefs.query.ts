/** The briefs of a class or of the caller, and the changes of them. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BriefChange, BriefWithOwn, NewBrief } from '#contract/briefs.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export const ownBriefsQuery = queryOptions({
  queryKey: [...queryKeys.critique, 'own briefs'],
  queryFn: () => call(api.listBriefs),
})

export function classBriefsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.critique, 'briefs', id],
    queryFn: () => call(api.listClassBriefs, { params: { id } }),
  })
}

/** Every call rejects with a CallError. */
export function useBriefCalls(classId: string): ContentCalls<BriefWithOwn, NewBrief, BriefChange> {
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'briefsChanged')
  return {
    add: (body) => call(api.addBrief, { params: { id: classId }, body }).then(refetch),
    change: (id, body, ifMatch) =>
      call(api.changeBrief, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch }).then(refetch),
    remove: (id) => call(api.deleteBrief, { params: { id } }).then(refetch),
    reload: () => client.fetchQuery({ ...classBriefsQuery(classId), staleTime: 0 }),
  }
}
