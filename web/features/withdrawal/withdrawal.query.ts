/** GET /class/{id}/withdrawal: how far the refunds of a withdrawn class are, asked again until nothing is under way. */
import { useQuery } from '@tanstack/react-query'
import type { Withdrawal } from '#contract/payments.ts'
import { api, call } from '#web/api.ts'

const LOOK_MS = 2000

export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: ['withdrawal', id],
    queryFn: () => call(api.getWithdrawal, { params: { id } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && LOOK_MS,
  })
}

/** Whether anything goes on by itself. */
export function isUnderWay({ open_attempts, to_refund, queued }: Withdrawal): boolean {
  return open_attempts + to_refund + queued > 0
}
