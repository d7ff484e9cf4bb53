/** GET /orders, for admins, and GET /order/{id}. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OrdersQuery } from '#contract/orders.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

export function useAllOrders(query: OrdersQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.allOrders, query, (requested) => call.page(api.listOrders, { query: requested })),
    enabled: role === 'admin',
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.order, id],
    queryFn: () => call(api.getOrder, { params: { id } }),
  })
}
