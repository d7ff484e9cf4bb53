/** GET /classes: a page of the classes of any status that match, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { ClassesQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

export function useAllClasses(query: ClassesQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.allClasses, query, (params) => call.page(api.listAllClasses, { query: params })),
    enabled: role === 'admin',
  })
}
