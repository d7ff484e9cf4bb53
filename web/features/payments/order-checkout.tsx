import { useEffect, useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import type { CheckoutPreview } from '#contract/checkout.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { useCart } from '#web/features/cart/cart.query.ts'
import { ItemProblem } from '#web/features/cart/item-problem.tsx'
import { Price } from '#web/school/price.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { CheckoutForm, Discounts, findItemsZone, usePreview } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { MeansFields, useMeans } from './means-fields.tsx'
import { PaymentDone } from './payment-done.tsx'
import { LineTerms, SchoolTerms } from './payment-terms.tsx'
import { Total } from './total.tsx'

/** The payment of all selected classes at once, from the cart to the transaction id. */
export function OrderCheckout() {
  const { data: items, error, refetch } = useCart()
  const [transactionId, setTransactionId] = useState<string | null>(null)
  useEffect(focusHeading, [])
  if (transactionId) return <PaymentDone transactionId={transactionId} />
  if (items) return <CartCheckout items={items} onDone={setTransactionId} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return <CheckoutSkeleton />
}

interface CartCheckoutProps {
  items: CartItem[]
  onDone: (transactionId: string) => void
}

/** Checkout of the items at its first render. Later selections are paid another time. */
function CartCheckout({ items, onDone }: CartCheckoutProps) {
  const [ids, setIds] = useState(() => items.map(({ _id }) => _id))
  const chosen = items.filter(({ _id }) => ids.includes(_id))
  const payable = chosen.filter(({ problem }) => problem === null)
  const others = chosen.filter(({ problem }) => problem !== null)
  return (
    <div className="grid gap-10">
      {others.length > 0 && <NotPaid items={others} onMended={(id) => setIds([...ids, id])} />}
      {payable.length > 0 ? (
        <ItemsCheckout key={payable.map(({ _id }) => _id).join()} items={payable} onDone={onDone} />
      ) : (
        <NothingToPay />
      )}
    </div>
  )
}

function NothingToPay() {
  return (
    <Empty sentence="There is nothing to pay for here.">
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
        <ButtonLink look="outline" to="/dashboard/enroll-class">
          My Enrolled Classes
        </ButtonLink>
      </div>
    </Empty>
  )
}

/** The selected classes that cannot be paid, and what helps. */
function NotPaid({ items, onMended }: { items: CartItem[]; onMended: (id: string) => void }) {
  return (
    <section aria-labelledby="not-paid" className="grid gap-4" role="alert">
      <h2 id="not-paid" className="font-display text-2xl">
        Not part of this payment
      </h2>
      <ul className="grid gap-4">
        {items.map((item) => (
          <li key={item._id} className="wrap-anywhere grid gap-2">
            <p className="font-medium">{item.className}</p>
            <ItemProblem item={item} onMended={onMended} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ItemsCheckout({ items, onDone }: CartCheckoutProps) {
  const means = useMeans(items.map(({ _id }) => _id))
  const { preview, error, reread } = usePreview(items, means)
  if (preview)
    return (
      <div className="checkout">
        <div className="grid gap-5">
          <Lines items={items} preview={preview} />
          <MeansFields means={means} />
        </div>
        <CheckoutForm
          items={items}
          means={means}
          preview={preview}
          terms={<OrderTerms />}
          reread={reread}
          onDone={onDone}
        />
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void reread()} />
  return <CheckoutSkeleton />
}

function OrderTerms() {
  return (
    <>
      <p>Each class has its own refund terms.</p>
      <SchoolTerms />
    </>
  )
}

/** Returns the list price of the seats of an item. */
function sumSeats(lines: CheckoutPreview['lines'], item: CartItem): number {
  const seats = lines.filter(({ kind, cartId }) => kind === 'seat' && cartId === item._id)
  return seats.length > 0 ? seats.reduce((all, { amount }) => all + amount, 0) : item.total
}

function Lines({ items, preview }: { items: CartItem[]; preview: CheckoutPreview }) {
  const { due } = preview
  const withZone = findItemsZone(items) === null
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="sr-only">
        Your classes
      </h2>
      <ul>
        {items.map((item) => (
          <Line key={item._id} item={item} preview={preview} withZone={withZone} />
        ))}
      </ul>
      <Discounts preview={preview} />
      <Total amount={due} />
    </section>
  )
}

interface LineProps {
  item: CartItem
  preview: CheckoutPreview
  withZone: boolean
}

/** A class with its price, and its terms below both. */
function Line({ item, preview, withZone }: LineProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1fr] items-start gap-x-3 border-line border-t py-4 sm:gap-x-4">
      <Picture src={item.classImage} alt="" sizes="12rem" className="row-span-2 aspect-[3/2] w-18 lg:w-28 xl:w-48" />
      <div className="wrap-anywhere">
        <p className="font-display text-xl">{item.className}</p>
        <RunStart run={item} withZone={withZone} />
        {item.seats > 1 && <p className="text-sm text-soft">{item.seats} seats</p>}
      </div>
      <p className="pt-0.5 tabular-nums">
        <Price amount={sumSeats(preview.lines, item)} />
      </p>
      <div className="wrap-anywhere col-span-2 col-start-2">
        <LineTerms item={item} preview={preview} withZone={withZone} />
      </div>
    </li>
  )
}
