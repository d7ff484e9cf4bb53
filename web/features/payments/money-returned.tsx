import type { Payment } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE } from '#contract/refund-messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { paidPrice } from './paid-price.ts'
import { focusResult } from './payment-done.tsx'
import { describeProgress, describeReason, isReturned } from './refund-messages.ts'

type Refunded = Payment & { refund: NonNullable<Payment['refund']> }

/** Shown in place of a payment's success: why the money goes back, and what to do next. */
export function MoneyReturned({ payment }: { payment: Refunded }) {
  const { _id, className, refund } = payment
  return (
    <div className="grid gap-6">
      <h2 className="font-display text-2xl">{className}</h2>
      <div ref={focusResult} role="alert" className="grid max-w-prose gap-2">
        <p className="text-error-ink">{describeReason(refund)}</p>
        <p>
          {isReturned(refund) && `${FULL_REFUND_MESSAGE} `}
          {paidPrice(payment)}: {describeProgress(refund)}.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/classes">Find another class</ButtonLink>
        <ButtonLink look="outline" to={`/dashboard/receipt/${_id}`}>
          Receipt
        </ButtonLink>
      </div>
    </div>
  )
}

export function isRefunded(payment: Payment): payment is Refunded {
  return payment.refund !== null
}
