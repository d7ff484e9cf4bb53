import type { AdminPayment, RefundReason } from '#contract/payments.ts'

type Refund = NonNullable<AdminPayment['refund']>

const REASONS: Record<RefundReason, string> = {
  cancelled: 'cancelled by the student',
  refunded: 'refunded by an admin',
  withdrawn: 'class withdrawn',
  run_canceled: 'date canceled',
  at_provider: 'refunded at the provider',
  seat_gone: 'no seat left',
  class_gone: 'class no longer offered',
  user_gone: 'account deleted',
  enrolled_already: 'already enrolled',
  amount_differs: 'a different amount was charged',
}

const STATUSES: Record<Refund['status'], string> = {
  queued: 'on its way to the provider',
  done: 'sent back',
  failed: 'could not be sent',
}

/** A refund's reason and status for admins, with the provider's error if it failed. */
export function RefundStatus({ refund: { reason, status, problem } }: { refund: Refund }) {
  return (
    <div className="max-w-56 text-sm @max-[58rem]:ms-auto">
      <p className="text-soft">{REASONS[reason]}</p>
      <p className={status === 'failed' ? 'text-error-ink' : 'text-soft'}>{STATUSES[status]}</p>
      {problem && <p className="wrap-anywhere text-error-ink">{problem}</p>}
    </div>
  )
}
