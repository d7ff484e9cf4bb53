/** GET /users: those who fit, a page at a time, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { UsersQuery } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/paged-query.ts'

export function useUsers(query: UsersQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(['users'], query, (asked) => call.page(api.listUsers, { query: asked })),
    enabled: role === 'admin',
  })
}
