import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import type { CheckoutPreview } from '#contract/checkout.ts'
import { RunStart } from '#web/features/calendar/run-start.tsx'
import { cartQuery, useCart } from '#web/features/cart/cart.query.ts'
import { ItemProblem } from '#web/features/cart/item-problem.tsx'
import { Price } from '#web/school/price.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { checkoutPreviewQuery, toCheckoutRequest } from './checkout.query.ts'
import { AttemptClosed, Stopped, TooManyHolds } from './checkout-refused.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { isAppError, useHeldIntent } from './intent.query.ts'
import { FormSkeleton, useReplacement } from './intent-checkout.tsx'
import { PaymentDone } from './payment-done.tsx'
import { PaymentForm } from './payment-form.tsx'
import { CheckoutTerms } from './payment-terms.tsx'

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

/** What is selected elsewhere while the page is open is paid another time. */
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
  const { data: preview, error, refetch } = useQuery(checkoutPreviewQuery(items.map(({ _id }) => _id)))
  const reread = useReread(refetch)
  useEffect(() => {
    if (isAppError(error)) void reread()
  }, [error, reread])
  if (preview)
    return (
      <div className="grid items-start gap-8 md:grid-cols-2 lg:gap-14">
        <Lines items={items} preview={preview} />
        <CheckoutForm items={items} preview={preview} reread={reread} onDone={onDone} />
      </div>
    )
  if (error) return <Failed message={error.message} onRetry={() => void reread()} />
  return <CheckoutSkeleton />
}

/** Returns a function that reads the cart again, and then what it costs. */
function useReread(refetch: () => Promise<unknown>): () => Promise<void> {
  const client = useQueryClient()
  const { user } = useSession()
  const email = user?.email ?? ''
  return useCallback(async () => {
    await client.refetchQueries({ queryKey: cartQuery(email).queryKey })
    await refetch()
  }, [client, email, refetch])
}

function Lines({ items, preview: { lines, total } }: { items: CartItem[]; preview: CheckoutPreview }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="sr-only">
        Your classes
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item._id} className="flex items-start gap-4 border-line border-t py-4">
            <Picture src={item.classImage} alt="" sizes={SMALL} className="thumb" />
            <div className="wrap-anywhere min-w-0 grow">
              <p>{item.className}</p>
              <RunStart run={item} />
            </div>
            <p className="tabular-nums">
              <Price amount={lines.find(({ cartId }) => cartId === item._id)?.amount ?? item.price} />
            </p>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-4">
        <span className="edge-print">Total</span>
        <strong className="font-display font-normal text-[2rem] leading-none">
          <Price amount={total} />
        </strong>
      </p>
    </section>
  )
}

interface CheckoutFormProps extends CartCheckoutProps {
  preview: CheckoutPreview
  reread: () => Promise<void>
}

/** Holds the seats and shows the card form, or why there is none. */
function CheckoutForm({ items, preview, reread, onDone }: CheckoutFormProps) {
  const { user } = useSession()
  const { due } = preview
  const [firstDue] = useState(due)
  const request = toCheckoutRequest(
    items.map(({ _id }) => _id),
    due,
  )
  const { data: intent, error, refetch } = useHeldIntent(request.key, request.send)
  const restart = async () => {
    await reread()
    await refetch()
  }
  const { container, hasExpired, replaceForm } = useReplacement(restart)
  const isRefused = error !== null && (isAppError(error) || !intent)
  useEffect(() => {
    if (isAppError(error) && error.code !== 'TOO_MANY_HOLDS') void reread()
  }, [error, reread])
  const payer = { email: user?.email || 'unknown', name: user?.displayName || 'unknown' }
  const options = { payer, amount: due, seats: items.length, onDone, onReturned: onDone, onCanceled: replaceForm }
  return (
    <div ref={container}>
      {isRefused ? (
        <CheckoutRefused error={error} request={request} onRetry={() => void restart()} />
      ) : (
        <>
          <Notice due={due} firstDue={firstDue} hasExpired={hasExpired} />
          {intent ? (
            <PaymentForm
              key={intent.clientSecret}
              {...intent}
              {...options}
              terms={<CheckoutTerms preview={preview} />}
            />
          ) : (
            <FormSkeleton />
          )}
        </>
      )}
    </div>
  )
}

function Notice({ due, firstDue, hasExpired }: { due: number; firstDue: number; hasExpired: boolean }) {
  if (due !== firstDue)
    return (
      <p role="status" className="hint">
        The amount has changed from <Price amount={firstDue} /> to <Price amount={due} />. Nothing was charged. Check
        the new amount before you pay.
      </p>
    )
  if (!hasExpired) return null
  return (
    <p role="status" className="hint">
      This checkout had expired. Nothing was charged. Enter your card again to pay.
    </p>
  )
}

interface CheckoutRefusedProps {
  error: Error
  request: ReturnType<typeof toCheckoutRequest>
  onRetry: () => void
}

function CheckoutRefused({ error, request, onRetry }: CheckoutRefusedProps) {
  const { message } = error
  switch (error instanceof CallError ? error.code : '') {
    case 'ATTEMPT_CLOSED':
      return <AttemptClosed message={message} onRetry={onRetry} />
    case 'TOO_MANY_HOLDS':
      return <TooManyHolds request={request} message={message} onRetry={onRetry} />
    case 'ALREADY_PAID':
      return (
        <Stopped message={message}>
          <ButtonLink to="/dashboard/payment-history">Payment History</ButtonLink>
        </Stopped>
      )
    case 'HOLD_USED_UP':
    case 'AMOUNT_TOO_LARGE':
      return (
        <Stopped message={message}>
          <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
        </Stopped>
      )
    default:
      return <Failed message={message} onRetry={onRetry} />
  }
}
