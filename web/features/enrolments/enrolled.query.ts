/** GET /enroll/classes/: the classes that the user is enrolled in. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function enrolledQuery(email: string) {
  return queryOptions({
    queryKey: ['enrolled', email],
    queryFn: () => call(api.listEnrolledClasses, { query: { email } }),
  })
}

export function useEnrolled() {
  const { user } = useSession()
  return useQuery({ ...enrolledQuery(user?.email ?? ''), enabled: user !== null })
}
