/** GET /office/figures: income and enrolments by month, classes that wait, newest users. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function useOfficeFigures() {
  const { role } = useSession()
  return useQuery({
    queryKey: ['office figures'],
    queryFn: () => call(api.getOfficeFigures),
    enabled: role === 'admin',
  })
}
