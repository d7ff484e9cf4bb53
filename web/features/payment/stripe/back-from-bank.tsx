import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '#contract/call.ts'
import { api, call } from '#web/api.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { PaymentDone } from '../payment-done.tsx'

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** What the address of the payment page says when the card owner's bank has sent them back to it. */
interface Return {
  transactionId: string
  succeeded: boolean
}

/**
 * Around the payment page: whoever comes back from their bank by redirect finds their payment done, or reads why it is not and
 * may pay again. Source: https://docs.stripe.com/payments/accept-a-payment?ui=elements#handle-post-payment-events
 */
export function BackFromBank({ children }: { children: ReactNode }) {
  const returned = useReturn()
  if (!returned) return children
  if (!returned.succeeded) return <NotPaid>{children}</NotPaid>
  return <Recorded transactionId={returned.transactionId}>{children}</Recorded>
}

/** Reads the address once, and takes out of it what is nobody else's business. */
function useReturn(): Return | null {
  const [search, setSearch] = useSearchParams()
  const [returned] = useState<Return | null>(() => {
    const transactionId = search.get('payment_intent')
    return transactionId ? { transactionId, succeeded: search.get('redirect_status') === 'succeeded' } : null
  })
  const stillThere = search.has('payment_intent')
  useEffect(() => {
    if (stillThere) setSearch({}, { replace: true })
  }, [stillThere, setSearch])
  return returned
}

/** POST /payments, asked like a query: the server knows the transaction, and answers the same payment however often. */
function Recorded({ transactionId, children }: { transactionId: string; children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['returned', transactionId],
    queryFn: () => call(api.recordPayment, { body: { transactionId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <PaymentDone transactionId={transactionId} />
  if (error instanceof CallError && (error.code === 'NOT_PAID' || error.code === 'NOT_FOUND')) {
    return <NotPaid>{children}</NotPaid>
  }
  // What became of the cart item is the page's to say.
  if (error instanceof CallError && error.code === 'MONEY_RETURNED') return children
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
