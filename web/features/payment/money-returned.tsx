import type { Payment } from '#contract/payments.ts'
import { MONEY_GOES_BACK } from '#contract/refund-words.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { paidPrice } from './paid-price.ts'
import { boughtNothing, reasonOf, wayOf } from './refund-words.ts'

type Refunded = Payment & { refund: NonNullable<Payment['refund']> }

/** In place of a payment's success: why the money goes back, and the way to other classes. */
export function MoneyReturned({ payment }: { payment: Refunded }) {
  const { _id, className, refund } = payment
  return (
    <div className="grid gap-6">
      <h2 className="font-display text-2xl">{className}</h2>
      <div role="alert" className="grid max-w-prose gap-2">
        <p className="text-error-ink">{reasonOf(refund)}</p>
        <p>
          {boughtNothing(refund) && `${MONEY_GOES_BACK} `}
          {paidPrice(payment)}: {wayOf(refund)}.
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
