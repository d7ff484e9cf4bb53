/** GET /cart/{id}: one selected class. */
import { queryOptions } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export function cartItemQuery(id: string) {
  return queryOptions({
    queryKey: ['cart item', id],
    queryFn: () => call(api.getCartItem, { params: { id } }),
    // While somebody pays, what they pay for does not change under their hands; the server checks the price.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
