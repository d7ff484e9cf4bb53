/** GET /payments: the user's payment history. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

export function paymentsQuery(email: string) {
  return queryOptions({ queryKey: ['payments', email], queryFn: () => call(api.listPayments, { query: { email } }) })
}

export function usePayments() {
  const { user } = useSession()
  return useQuery({ ...paymentsQuery(user?.email ?? ''), enabled: user !== null })
}
