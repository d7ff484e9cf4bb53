/** GET /payments: the user's payment history; GET /payment/{id}: one payment, for its receipt; and the terms of a checkout. */
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

/** GET /cart/{id}/terms: what comes back of a payment, by the terms of its checkout. */
export function cartTermsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.cartTerms, id],
    queryFn: () => call(api.getCartTerms, { params: { id } }),
    gcTime: 0,
  })
}

/** GET /payment/{id}/cancellation: what comes back if the user gives up the seat. */
export function cancellationQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.cancellation, id],
    queryFn: () => call(api.getCancellation, { params: { id } }),
  })
}

export function useReceipt(id: string) {
  return useQuery({ queryKey: [...queryKeys.payment, id], queryFn: () => call(api.getPayment, { params: { id } }) })
}
