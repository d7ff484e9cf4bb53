/** GET /user/{email}: the user's own record. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

export function recordQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.ownRecord, email],
    queryFn: () => call(api.getUser, { params: { email } }),
  })
}

export function useOwnRecord() {
  const { user } = useSession()
  return useQuery({ ...recordQuery(user?.email ?? ''), enabled: user !== null })
}
