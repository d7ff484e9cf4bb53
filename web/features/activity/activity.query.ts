/** GET /activity: who did what and when, a page at a time, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { ListQuery } from '#contract/pages.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/paged-query.ts'

export function useActivity(query: ListQuery<'created_at'>) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(['activity'], query, (asked) => call.page(api.listActivity, { query: asked })),
    enabled: role === 'admin',
  })
}
