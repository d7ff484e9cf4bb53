/** GET /users: everyone, for admins. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export const usersQuery = queryOptions({ queryKey: ['users'], queryFn: () => call(api.listUsers) })

export function useUsers() {
  const { role } = useSession()
  return useQuery({ ...usersQuery, enabled: role === 'admin' })
}
