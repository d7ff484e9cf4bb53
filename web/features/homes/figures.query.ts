/** The figures on the homes of admins and of instructors. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

/** GET /office/figures: income and enrolments by month, classes to review, newest users. */
export function useAdminFigures() {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.adminFigures,
    queryFn: () => call(api.getAdminFigures),
    enabled: role === 'admin',
  })
}

/** GET /studio/figures: the income, enrolments and pending classes of the instructor. */
export function useInstructorFigures() {
  const { user, role } = useSession()
  return useQuery({
    queryKey: [...queryKeys.instructorFigures, user?.email],
    queryFn: () => call(api.getInstructorFigures),
    enabled: role === 'instructor',
  })
}
