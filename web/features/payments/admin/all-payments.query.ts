/** GET /payments/all, /payments/sums and /payments/incidents, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminPayment, PaymentsQuery } from '#contract/admin-payments.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'

const POLL_MS = 3000

/** Reads a page of all users' payments, and polls it while a refund is queued. */
export function useAllPayments(query: PaymentsQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.allPayments, query, (requested) => call.page(api.findPayments, { query: requested })),
    enabled: role === 'admin',
    refetchInterval: ({ state: { data } }) => hasQueuedRefund(data?.rows) && POLL_MS,
  })
}

/** Reads what the payments of a list come to. The former sums stay on the screen until the next ones are there. */
export function usePaymentSums({ q, status, from, to }: PaymentsQuery) {
  const { role } = useSession()
  const query = { q, status, from, to }
  return useQuery({
    queryKey: [...queryKeys.allPayments, 'sums', query],
    queryFn: () => call(api.sumPayments, { query }),
    placeholderData: keepPreviousData,
    enabled: role === 'admin',
  })
}

function hasQueuedRefund(payments: AdminPayment[] | undefined): boolean {
  return payments?.some(({ refunds }) => refunds.some(({ status }) => status === 'queued')) ?? false
}

/** Reads the card provider's reports that need an admin. */
export function useIncidents() {
  const { role } = useSession()
  return useQuery({ queryKey: queryKeys.incidents, queryFn: () => call(api.listIncidents), enabled: role === 'admin' })
}
