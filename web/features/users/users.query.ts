/** GET /users: a page of the users that match, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { UsersQuery } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

export function useUsers(query: UsersQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.users, query, (params) => call.page(api.listUsers, { query: params })),
    enabled: role === 'admin',
  })
}
