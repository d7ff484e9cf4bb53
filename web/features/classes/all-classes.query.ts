/** GET /classes: every class of every status, for admins. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export const allClassesQuery = queryOptions({ queryKey: ['all classes'], queryFn: () => call(api.listAllClasses) })

export function useAllClasses() {
  const { role } = useSession()
  return useQuery({ ...allClassesQuery, enabled: role === 'admin' })
}
