import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Payment } from '#contract/payments.ts'
import { FULL_REFUND_MESSAGE } from '#contract/refund-messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/states.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { refundedPrice } from './paid-price.ts'
import { focusResult, PaymentDone } from './payment-done.tsx'
import { paymentsQuery } from './payments.query.ts'
import { describeProgress, describeReason, isReturned } from './refund-messages.ts'

interface ItemOutcomeProps {
  cartId: string
  /** Shown where the cart item was not paid. */
  otherwise: ReactNode
}

/** The payment of a cart item that can no longer be paid, either done or refunded. */
export function ItemOutcome({ cartId, otherwise }: ItemOutcomeProps) {
  const { user } = useSession()
  const query = paymentsQuery(user?.email ?? '')
  const { data: payments, error, isFetching, refetch } = useQuery({ ...query, refetchOnMount: 'always' })
  const payment = payments?.find((candidate) => candidate.cartId === cartId)
  if (payment && isRefunded(payment)) return <MoneyReturned payment={payment} />
  if (payment) return <PaymentDone transactionId={payment.transactionId} />
  if (isFetching) return <CheckoutSkeleton />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return otherwise
}

type Refunded = Payment & { refund: NonNullable<Payment['refund']> }

/** Shown in place of a payment's success: why the money goes back, and what to do next. */
function MoneyReturned({ payment }: { payment: Refunded }) {
  const { _id, className, refund } = payment
  return (
    <div className="grid gap-6">
      <h2 className="font-display text-2xl">{className}</h2>
      <div ref={focusResult} role="alert" className="grid max-w-prose gap-2">
        <p className="text-error-ink">{describeReason(refund, payment)}</p>
        <p>
          {isReturned(refund) && `${FULL_REFUND_MESSAGE} `}
          {refundedPrice(payment)}: {describeProgress(refund)}.
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

/** A part that was refunded ends no enrolment. */
function isRefunded(payment: Payment): payment is Refunded {
  return payment.refund !== null && (payment.ended !== null || isReturned(payment.refund))
}
