/** GET /classes/{instructorEmail}: what the instructor teaches, of every status, a page at a time. */
import { useQuery } from '@tanstack/react-query'
import type { ClassesQuery } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/paged-query.ts'

export function useOwnClasses(query: ClassesQuery) {
  const { user, role } = useSession()
  const instructorEmail = user?.email ?? ''
  return useQuery({
    ...pagedQuery(['own classes', instructorEmail], query, (asked) =>
      call.page(api.listClassesOfInstructor, { params: { instructorEmail }, query: asked }),
    ),
    enabled: role === 'instructor',
  })
}
