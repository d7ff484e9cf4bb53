/** GET /activity: a page of the activity log, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { ListQuery } from '#contract/values/pagination.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

export function useActivity(query: ListQuery<'created_at'>) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.activity, query, (params) => call.page(api.listActivity, { query: params })),
    enabled: role === 'admin',
  })
}
