/** GET /enroll/classes/: the user's enrolled classes; GET /enroll/class/{id}: one of them, with its material. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

export function enrolledClassesQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.enrolments, email],
    queryFn: () => call(api.listEnrolledClasses, { query: { email } }),
  })
}

export function useEnrolledClasses() {
  const { user } = useSession()
  return useQuery({ ...enrolledClassesQuery(user?.email ?? ''), enabled: user !== null })
}

export function useEnrolledClass(id: string) {
  return useQuery({
    queryKey: [...queryKeys.enrolments, 'class', id],
    queryFn: () => call(api.getEnrolledClass, { params: { id } }),
  })
}
