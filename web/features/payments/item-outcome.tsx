import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '#web/session/use-session.ts'
import { Failed } from '#web/ui/states.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { isRefunded, MoneyReturned } from './money-returned.tsx'
import { PaymentDone } from './payment-done.tsx'
import { paymentsQuery } from './payments.query.ts'

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
