/** GET /payments: the user's payment history; GET /payment/{id}: one payment, for its receipt. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'

export function paymentsQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.ownPayments, email],
    queryFn: () => call(api.listPayments, { query: { email } }),
  })
}

export function usePayments() {
  const { user } = useSession()
  return useQuery({ ...paymentsQuery(user?.email ?? ''), enabled: user !== null })
}

export function useReceipt(id: string) {
  return useQuery({ queryKey: [...queryKeys.payment, id], queryFn: () => call(api.getPayment, { params: { id } }) })
}
