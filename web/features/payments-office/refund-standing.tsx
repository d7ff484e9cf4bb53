import type { PaymentRecord, RefundReason } from '#contract/payments.ts'

type Refund = NonNullable<PaymentRecord['refund']>

const REASONS: Record<RefundReason, string> = {
  cancelled: 'cancelled by the student',
  refunded: 'refunded by an admin',
  withdrawn: 'class withdrawn',
  at_provider: 'refunded at the provider',
  seat_gone: 'the last seat was gone',
  class_gone: 'the class was gone',
  user_gone: 'the account was gone',
  enrolled_already: 'enrolled already',
  amount_differs: 'another sum was taken',
}

const WAYS: Record<Refund['status'], string> = {
  queued: 'on its way to the provider',
  done: 'sent back',
  failed: 'could not be sent',
}

/** Why money goes back and how far it is, as admins read it; with what the provider said where it could not. */
export function RefundStanding({ refund: { reason, status, problem } }: { refund: Refund }) {
  return (
    <div className="max-w-56 text-sm @max-[58rem]:ms-auto">
      <p className="text-soft">{REASONS[reason]}</p>
      <p className={status === 'failed' ? 'text-error-ink' : 'text-soft'}>{WAYS[status]}</p>
      {problem && <p className="wrap-anywhere text-error-ink">{problem}</p>}
    </div>
  )
}
