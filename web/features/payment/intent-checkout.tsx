import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { useSession } from '#web/session/use-session.ts'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { isRefusal, useIntent } from './intent.query.ts'
import { IntentRefused } from './intent-refused.tsx'
import { PaymentForm } from './payment-form.tsx'

interface IntentCheckoutProps {
  item: CartItem
  onDone: (transactionId: string) => void
}

/** From asking for an intent to the card form; or why there is none. */
export function IntentCheckout({ item, onDone }: IntentCheckoutProps) {
  const { user } = useSession()
  const { data: intent, error, refetch } = useIntent(item)
  const rereadItem = useRereadItem(item)
  const changed = isRefusal(error) && (error.code === 'PRICE_CHANGED' || error.code === 'NOT_FOUND')
  useEffect(() => {
    if (changed) void rereadItem()
  }, [changed, rereadItem])
  const retry = async () => {
    await rereadItem()
    await refetch()
  }
  if (error && (isRefusal(error) || !intent)) {
    return <IntentRefused item={item} error={error} onRetry={() => void retry()} />
  }
  if (intent) {
    const payer = { email: user?.email || 'unknown', name: user?.displayName || 'unknown' }
    const { clientSecret } = intent
    return <PaymentForm key={clientSecret} {...{ item, payer, clientSecret, onDone }} />
  }
  return (
    <Loading what="the card form">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

function useRereadItem({ _id }: CartItem) {
  const client = useQueryClient()
  return useCallback(() => client.refetchQueries({ queryKey: ['cart item', _id] }), [client, _id])
}
