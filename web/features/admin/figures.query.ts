/** GET /office/figures: income and enrolments by month, classes to review, newest users. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

export function useAdminFigures() {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.adminFigures,
    queryFn: () => call(api.getAdminFigures),
    enabled: role === 'admin',
  })
}
