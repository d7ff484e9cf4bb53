/** GET /classes: classes of every status that fit, a page at a time, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { ClassesQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/paged-query.ts'

export function useAllClasses(query: ClassesQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(['all classes'], query, (asked) => call.page(api.listAllClasses, { query: asked })),
    enabled: role === 'admin',
  })
}
