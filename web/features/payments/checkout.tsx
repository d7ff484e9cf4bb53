import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import type { CheckoutPreview } from '#contract/checkout.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { cartItemQuery } from '#web/features/cart/cart.query.ts'
import { ProblemChoices, ProblemText } from '#web/features/cart/item-problem.tsx'
import { Price } from '#web/school/price.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { FormSkeleton } from './attempt.tsx'
import { CheckoutForm, Discounts, usePreview } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { IntentCheckout } from './intent-checkout.tsx'
import { ItemOutcome } from './item-outcome.tsx'
import { type ChosenMeans, MeansFields, useMeans } from './means-fields.tsx'
import { focusResult, PaymentDone } from './payment-done.tsx'
import { CheckoutTerms } from './payment-terms.tsx'
import { Total } from './total.tsx'

/** The payment of one selected class, from the cart item to the transaction id. */
export function Checkout({ cartId }: { cartId: string }) {
  const { data: item, error, refetch } = useQuery(cartItemQuery(cartId))
  useEffect(focusHeading, [])
  // The item was removed, or paid in another tab or before a redirect.
  if (error instanceof CallError && error.statusCode === 404)
    return <ItemOutcome cartId={cartId} otherwise={<ItemRemoved />} />
  if (item) return <ItemCheckout item={item} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return <CheckoutSkeleton />
}

function ItemCheckout({ item }: { item: CartItem }) {
  const [transactionId, setTransactionId] = useState<string | null>(null)
  const means = useMeans([item._id])
  const isCoded = means.codes.length > 0 || means.usesCredit
  const read = usePreview([item], means, { enabled: isCoded && transactionId === null })
  return (
    <div className="checkout">
      <div className="grid gap-4">
        <ItemPrint item={item} preview={isCoded ? read.preview : undefined} />
        {!transactionId && !item.problem && <MeansFields means={means} />}
      </div>
      {transactionId ? (
        <PaymentDone transactionId={transactionId} />
      ) : item.problem ? (
        <ItemUnpayable item={item} />
      ) : isCoded ? (
        <CodedCheckout item={item} means={means} {...read} onDone={setTransactionId} />
      ) : (
        <IntentCheckout item={item} onDone={setTransactionId} />
      )}
    </div>
  )
}

interface CodedCheckoutProps extends ReturnType<typeof usePreview> {
  item: CartItem
  means: ChosenMeans
  onDone: (transactionId: string) => void
}

/** The payment with codes or credit. */
function CodedCheckout({ item, preview, error, ...options }: CodedCheckoutProps) {
  if (preview)
    return <CheckoutForm items={[item]} preview={preview} terms={<CheckoutTerms preview={preview} />} {...options} />
  if (error) return <Failed message={error.message} onRetry={() => void options.reread()} />
  return <FormSkeleton />
}

function ItemPrint({ item, preview }: { item: CartItem; preview: CheckoutPreview | undefined }) {
  return (
    <div className="print checkout-print">
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
        <p>with {item.instructorName}</p>
        <RunStart run={item} />
        {item.seats > 1 && (
          <p>
            {item.seats} seats, <Price amount={item.price} /> each
          </p>
        )}
        {preview && <ListPrice amount={item.total} />}
        {preview && <Discounts preview={preview} />}
        <div className="mt-5">
          <Total amount={preview?.due ?? item.total} />
        </div>
      </div>
    </div>
  )
}

function ListPrice({ amount }: { amount: number }) {
  return (
    <p className="mt-5 flex justify-between gap-4 border-line border-t py-3">
      <span>List price</span>
      <Price amount={amount} />
    </p>
  )
}

function ItemRemoved() {
  return (
    <Empty sentence="This class is no longer in your cart.">
      <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
    </Empty>
  )
}

/** Shown in place of the card form for a selected class that cannot be paid: why, and what helps; or what its payment has bought. */
function ItemUnpayable({ item }: { item: CartItem }) {
  const navigate = useNavigate()
  const openPayment = (id: string) => (id === item._id ? focusHeading() : navigate(`/dashboard/payment/${id}`))
  const problem = (
    <div className="grid gap-6">
      <div ref={focusResult} role="alert">
        <ProblemText item={item} />
      </div>
      <ProblemChoices item={item} onMended={(id) => void openPayment(id)} />
      <div className="flex flex-wrap gap-3">
        {item.problem === 'enrolled' && <ButtonLink to={`/dashboard/class/${item.classId}`}>Play Class</ButtonLink>}
        <ButtonLink look="outline" to="/dashboard/my-selected-class">
          My Selected Classes
        </ButtonLink>
      </div>
    </div>
  )
  return item.problem === 'enrolled' ? <ItemOutcome cartId={item._id} otherwise={problem} /> : problem
}
