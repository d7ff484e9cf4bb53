import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { cartItemQuery } from '#web/features/cart/cart-item.query.ts'
import { Price } from '#web/school/price.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { IntentCheckout } from './intent-checkout.tsx'
import { ItemOutcome } from './item-outcome.tsx'
import { PaymentDone } from './payment-done.tsx'

/** Paying for one selected class, from reading what it is to the transaction id. */
export function Checkout({ cartId }: { cartId: string }) {
  const { data: item, error, refetch } = useQuery(cartItemQuery(cartId))
  // Not in the cart any more: paid for, in another tab or before a detour, or taken out.
  if (error instanceof CallError && error.statusCode === 404)
    return <ItemOutcome cartId={cartId} otherwise={<TakenOut />} />
  if (item) return <ItemCheckout item={item} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return <CheckoutSkeleton />
}

function ItemCheckout({ item }: { item: CartItem }) {
  const [transactionId, setTransactionId] = useState<string | null>(null)
  const [firstPrice] = useState(item.price)
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
        <div>
          {item.price !== firstPrice && (
            <p role="status" className="hint">
              The price of this class has changed from <Price amount={firstPrice} /> to <Price amount={item.price} />.
              Please look at it before you pay.
            </p>
          )}
          <IntentCheckout item={item} onDone={setTransactionId} />
        </div>
      )}
    </div>
  )
}

function TakenOut() {
  return (
    <Empty sentence="This class is not among your selected classes any more.">
      <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
    </Empty>
  )
}
