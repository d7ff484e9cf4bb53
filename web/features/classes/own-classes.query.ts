/** GET /classes/{instructorEmail}: what the instructor teaches, of every status. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function ownClassesQuery(instructorEmail: string) {
  return queryOptions({
    queryKey: ['own classes', instructorEmail],
    queryFn: () => call(api.listClassesOfInstructor, { params: { instructorEmail } }),
  })
}

export function useOwnClasses() {
  const { user, role } = useSession()
  return useQuery({ ...ownClassesQuery(user?.email ?? ''), enabled: role === 'instructor' })
}
