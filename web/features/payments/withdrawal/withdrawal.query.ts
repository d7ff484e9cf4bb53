/** GET /class/{id}/withdrawal: the progress of a withdrawn class's refunds, polled until they are done. */
import { useQuery } from '@tanstack/react-query'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'

const POLL_MS = 2000

export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: [...queryKeys.withdrawal, id],
    queryFn: () => call(api.getWithdrawal, { params: { id } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isInProgress(data) && POLL_MS,
  })
}

/** True if payments still have to be ended or refunds sent. */
export function isInProgress({ open_attempts, to_refund, queued }: Withdrawal): boolean {
  return open_attempts + to_refund + queued > 0
}
