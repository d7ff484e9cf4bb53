/** GET /payments/all: everybody's payments that fit the words; asked again while a refund is on its way to the provider. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PaymentsFound } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'
import { useSession } from '#web/session/use-session.ts'

const LOOK_MS = 3000

export function useFoundPayments(words: string) {
  const { role } = useSession()
  return useQuery({
    queryKey: ['all payments', words],
    queryFn: () => call(api.findPayments, { query: words ? { q: words } : {} }),
    enabled: role === 'admin',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => hasQueued(data) && LOOK_MS,
  })
}

function hasQueued(found: PaymentsFound | undefined): boolean {
  return found?.payments.some(({ refund }) => refund?.status === 'queued') ?? false
}
