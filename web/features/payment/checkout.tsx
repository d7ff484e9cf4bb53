import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { cartItemQuery } from '#web/features/cart/cart-item.query.ts'
import { Price } from '#web/school/price.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { useIntent } from './intent.query.ts'
import { PaymentDone } from './payment-done.tsx'
import { PaymentForm } from './payment-form.tsx'
import { usePayments } from './payments.query.ts'

/** Paying for one selected class, from reading what it is to the transaction id. */
export function Checkout({ cartId }: { cartId: string }) {
  const { data: item, error, refetch } = useQuery(cartItemQuery(cartId))
  if (item) return <ItemCheckout item={item} />
  if (error instanceof CallError && error.statusCode === 404) return <GoneItem cartId={cartId} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return <CheckoutSkeleton />
}

function ItemCheckout({ item }: { item: CartItem }) {
  const [transactionId, setTransactionId] = useState<string | null>(null)
  return (
    <div className="grid items-start gap-8 md:grid-cols-2 lg:gap-14">
      <div className="print">
        <div className="print-frame">
          <Picture
            src={item.classImage}
            alt=""
            sizes="(min-width: 48rem) 40vw, 100vw"
            priority
            className="print-picture"
          />
        </div>
        <div className="print-caption">
          <h2 className="break-words font-display text-2xl">{item.className}</h2>
          <p className="edge-print flex justify-between">
            <span>Price</span> <Price amount={item.price} />
          </p>
        </div>
      </div>
      {transactionId ? (
        <PaymentDone transactionId={transactionId} />
      ) : (
        <IntentCheckout item={item} onDone={setTransactionId} />
      )}
    </div>
  )
}

interface IntentCheckoutProps {
  item: CartItem
  onDone: (transactionId: string) => void
}

function IntentCheckout({ item, onDone }: IntentCheckoutProps) {
  const { user } = useSession()
  const { data: intent, error, refetch } = useIntent(item)
  const client = useQueryClient()
  const retry = async () => {
    // The price may be another one now.
    await client.refetchQueries({ queryKey: ['cart item', item._id] })
    await refetch()
  }
  if (intent) {
    const payer = { email: user?.email || 'unknown', name: user?.displayName || 'unknown' }
    const { clientSecret } = intent
    return <PaymentForm key={clientSecret} {...{ item, payer, clientSecret, onDone }} />
  }
  if (error) return <Failed message={error.message} onRetry={() => void retry()} />
  return (
    <Loading what="the card form">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

/** Not in the cart any more: paid for already, in another tab or before a detour, or taken out. */
function GoneItem({ cartId }: { cartId: string }) {
  const { data: payments, error, refetch } = usePayments()
  const payment = payments?.find((it) => it.cartId === cartId)
  if (payment) return <PaymentDone transactionId={payment.transactionId} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!payments) return <CheckoutSkeleton />
  return (
    <Empty sentence="This class is not among your selected classes any more.">
      <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
    </Empty>
  )
}

function CheckoutSkeleton() {
  return (
    <Loading what="the payment">
      <div className="grid gap-8 md:grid-cols-2 lg:gap-14">
        <Skeleton className="aspect-[3/2] w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  )
}
