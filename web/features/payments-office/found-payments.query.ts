/** GET /payments/all: everybody's payments that fit the words; asked again while a refund is on its way to the provider. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Page } from '#contract/pages.ts'
import type { PaymentRecord } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

const LOOK_MS = 3000

export function useFoundPayments(words: string) {
  const { role } = useSession()
  return useQuery({
    queryKey: ['all payments', words],
    queryFn: () => call.page(api.findPayments, { query: { q: words || undefined, page: 1, rows: 100 } }),
    enabled: role === 'admin',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => hasQueued(data) && LOOK_MS,
  })
}

function hasQueued(found: Page<PaymentRecord> | undefined): boolean {
  return found?.rows.some(({ refund }) => refund?.status === 'queued') ?? false
}
