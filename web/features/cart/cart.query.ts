/** GET /cart: the student's selected classes; GET /cart/{id}: one of them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

export function cartQuery(email: string) {
  return queryOptions({ queryKey: [...queryKeys.cart, email], queryFn: () => call(api.listCart, { query: { email } }) })
}

export function useCart() {
  const { user, role } = useSession()
  return useQuery({ ...cartQuery(user?.email ?? ''), enabled: role === 'student' })
}

export function cartItemQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.cartItem, id],
    queryFn: () => call(api.getCartItem, { params: { id } }),
    // The item does not change while the student pays for it; the server checks the price.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
