import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/values/count.ts'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** The progress of a withdrawn class's refunds. */
export function WithdrawalProgress({ classId }: { classId: string }) {
  const { data, error, refetch } = useWithdrawal(classId)
  if (data) return <Progress withdrawal={data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the refunds">
      <Skeleton className="h-24 w-full max-w-prose" />
    </Loading>
  )
}

function Progress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { open_attempts, to_refund, choosing, queued, done, failed } = withdrawal
  const all = to_refund + queued + done + failed
  if (all + choosing + open_attempts === 0)
    return <p className="text-lg">No student had paid, so there is nothing to refund.</p>
  return (
    <div className="grid max-w-prose gap-3">
      <progress className="progress-line" aria-label="Refunds sent" value={done} max={Math.max(all, 1)} />
      <p role="status" className="text-lg">
        {done} of {formatCount(all, 'refund')} sent{isInProgress(withdrawal) ? ' …' : '.'}
      </p>
      {open_attempts > 0 && (
        <p className="text-soft">We are ending {formatCount(open_attempts, 'payment')} that had started before.</p>
      )}
      {choosing > 0 && (
        <p className="text-soft">Students may still choose credit or money for {formatCount(choosing, 'seat')}.</p>
      )}
      {failed > 0 && <FailedRefunds failed={failed} />}
    </div>
  )
}

function FailedRefunds({ failed }: { failed: number }) {
  return (
    <p role="alert" className="text-error-ink">
      {formatCount(failed, 'refund')} could not be sent. Admins see the reason under Payments and can try again.
    </p>
  )
}

const POLL_MS = 2000

function useWithdrawal(id: string) {
  return useQuery({
    queryKey: [...queryKeys.withdrawal, id],
    queryFn: () => call(api.getWithdrawal, { params: { id } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isInProgress(data) && POLL_MS,
  })
}

/** True if payments still have to be ended or refunds sent. */
function isInProgress({ open_attempts, to_refund, queued }: Withdrawal): boolean {
  return open_attempts + to_refund + queued > 0
}
