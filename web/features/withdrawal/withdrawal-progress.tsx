import type { Withdrawal } from '#contract/payments.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { isUnderWay, useWithdrawal } from './withdrawal.query.ts'

/** How far the refunds of a withdrawn class are. */
export function WithdrawalProgress({ classId }: { classId: string }) {
  const { data, error, refetch } = useWithdrawal(classId)
  if (data) return <Progress withdrawal={data} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="how far the refunds are">
      <Skeleton className="h-24 w-full max-w-prose" />
    </Loading>
  )
}

function Progress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { open_attempts, to_refund, queued, done, failed } = withdrawal
  const all = to_refund + queued + done + failed
  if (all === 0 && open_attempts === 0)
    return <p className="text-lg">Nobody had paid, so there is nothing to refund.</p>
  return (
    <div className="grid max-w-prose gap-3">
      <progress className="progress-line" aria-label="Refunds sent" value={done} max={Math.max(all, 1)} />
      <p role="status" className="text-lg">
        {done} of {all} {all === 1 ? 'refund' : 'refunds'} sent{isUnderWay(withdrawal) ? ' …' : '.'}
      </p>
      {open_attempts > 0 && (
        <p className="text-soft">
          {open_attempts === 1
            ? 'A payment that was begun before is being ended.'
            : `${open_attempts} payments that were begun before are being ended.`}
        </p>
      )}
      {failed > 0 && (
        <p role="alert" className="text-error-ink">
          {failed} {failed === 1 ? 'refund' : 'refunds'} could not be sent. The admins see why among the payments, and
          can have {failed === 1 ? 'it' : 'them'} tried again.
        </p>
      )}
    </div>
  )
}
