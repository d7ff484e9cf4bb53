/** GET /cart: the student's selected classes. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function cartQuery(email: string) {
  return queryOptions({ queryKey: ['cart', email], queryFn: () => call(api.listCart, { query: { email } }) })
}

export function useCart() {
  const { user, role } = useSession()
  return useQuery({ ...cartQuery(user?.email ?? ''), enabled: role === 'student' })
}
