/** GET /payments/all: everybody's payments that fit; asked again while a refund is on its way to the provider. */
import { useQuery } from '@tanstack/react-query'
import type { PaymentRecord, PaymentsQuery } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/paged-query.ts'

const LOOK_MS = 3000

export function useFoundPayments(query: PaymentsQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(['all payments'], query, (asked) => call.page(api.findPayments, { query: asked })),
    enabled: role === 'admin',
    refetchInterval: ({ state: { data } }) => hasQueued(data?.rows) && LOOK_MS,
  })
}

function hasQueued(payments: PaymentRecord[] | undefined): boolean {
  return payments?.some(({ refund }) => refund?.status === 'queued') ?? false
}
