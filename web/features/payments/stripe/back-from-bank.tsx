import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { PaymentDone } from '#web/features/payments/payment-done.tsx'
import { queryKeys } from '#web/queries.ts'
import { Failed, Loading } from '#web/ui/states.tsx'

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The result in the payment page's URL after a redirect from the card owner's bank. */
interface BankResult {
  transactionId: string
  isPaid: boolean
}

interface BackFromBankProps {
  children: ReactNode
  /** True where the page below does not show that the money is returned. */
  showsReturned?: boolean
}

/**
 * Wraps the payment page. After a redirect from the bank, it shows that the payment is done, or why it is not with the form
 * below. Source: https://docs.stripe.com/payments/accept-a-payment?ui=elements#handle-post-payment-events
 */
export function BackFromBank({ children, ...options }: BackFromBankProps) {
  const result = useBankResult()
  if (!result) return children
  if (!result.isPaid) return <NotPaid>{children}</NotPaid>
  return (
    <RecordedPayment transactionId={result.transactionId} {...options}>
      {children}
    </RecordedPayment>
  )
}

/** Reads the result from the URL once, then removes it from the URL. */
function useBankResult(): BankResult | null {
  const [search, setSearch] = useSearchParams()
  const [result] = useState<BankResult | null>(() => {
    const transactionId = search.get('payment_intent')
    return transactionId ? { transactionId, isPaid: search.get('redirect_status') === 'succeeded' } : null
  })
  const isInUrl = search.has('payment_intent')
  useEffect(() => {
    if (isInUrl) setSearch({}, { replace: true })
  }, [isInUrl, setSearch])
  return result
}

/** POST /payments as a query: the server knows the transaction and returns the same payment every time. */
function RecordedPayment({ transactionId, children, showsReturned }: BackFromBankProps & { transactionId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.returnedPayment, transactionId],
    queryFn: () => call(api.recordPayment, { body: { transactionId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <PaymentDone transactionId={transactionId} />
  if (error instanceof CallError && (error.code === 'NOT_PAID' || error.code === 'NOT_FOUND')) {
    return <NotPaid>{children}</NotPaid>
  }
  if (error instanceof CallError && error.code === 'MONEY_RETURNED')
    return showsReturned ? <PaymentDone transactionId={transactionId} /> : children
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return <Loading what="the payment" />
}

function NotPaid({ children }: { children: ReactNode }) {
  return (
    <>
      <p role="alert" className="mb-6 text-error-ink">
        {NOT_AUTHENTICATED}
      </p>
      {children}
    </>
  )
}
