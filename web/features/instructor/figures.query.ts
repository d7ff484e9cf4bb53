/** GET /studio/figures: the income, enrolments and pending classes of the instructor. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

export function useInstructorFigures() {
  const { user, role } = useSession()
  return useQuery({
    queryKey: [...queryKeys.instructorFigures, user?.email],
    queryFn: () => call(api.getInstructorFigures),
    enabled: role === 'instructor',
  })
}
