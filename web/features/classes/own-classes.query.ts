/** GET /classes/{instructorEmail}: a page of the instructor's own classes, of any status. */
import { useQuery } from '@tanstack/react-query'
import type { ClassesQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

export function useOwnClasses(query: ClassesQuery) {
  const { user, role } = useSession()
  const instructorEmail = user?.email ?? ''
  return useQuery({
    ...pagedQuery([...queryKeys.ownClasses, instructorEmail], query, (page) =>
      call.page(api.listClassesOfInstructor, { params: { instructorEmail }, query: page }),
    ),
    enabled: role === 'instructor',
  })
}
