/** GET /studio/figures: how the instructor's classes stand. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function useStudioFigures() {
  const { user, role } = useSession()
  return useQuery({
    queryKey: ['studio', user?.email],
    queryFn: () => call(api.getStudioFigures),
    enabled: role === 'instructor',
  })
}
