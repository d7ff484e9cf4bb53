import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { cartItemQuery } from '#web/features/cart/cart.query.ts'
import { Price } from '#web/school/price.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { AttemptClosed, NothingToBuy, Stopped, TooManyHolds } from './checkout-refused.tsx'
import { isAppError, toSeatRequest, useIntent } from './intent.query.ts'
import { ItemOutcome } from './item-outcome.tsx'
import { PaymentForm } from './payment-form.tsx'
import { ItemTerms } from './payment-terms.tsx'

interface IntentCheckoutProps {
  item: CartItem
  onDone: (transactionId: string) => void
}

/** Requests an intent and shows the card form, or why there is none. A form whose intent has ended is replaced by a new one. */
export function IntentCheckout({ item, onDone }: IntentCheckoutProps) {
  const { user } = useSession()
  const { data: intent, error, restart } = useCurrentIntent(item)
  const [firstPrice] = useState(item.price)
  const { container, hasExpired, replaceForm } = useReplacement(restart)
  const isRefused = error !== null && (isAppError(error) || !intent)
  const payer = { email: user?.email || 'unknown', name: user?.displayName || 'unknown' }
  const terms = <ItemTerms item={item} />
  const { total: amount, seats, time_zone: timeZone } = item
  const options = { item, amount, seats, timeZone, terms, payer, onDone, onCanceled: replaceForm }
  return (
    <div ref={container}>
      {isRefused ? (
        <IntentRefused item={item} error={error} onRetry={() => void restart()} />
      ) : (
        <>
          <Notice price={item.price} firstPrice={firstPrice} hasExpired={hasExpired} />
          {intent ? <PaymentForm key={intent.clientSecret} {...intent} {...options} /> : <FormSkeleton />}
        </>
      )}
    </div>
  )
}

export function FormSkeleton() {
  return (
    <Loading what="the card form">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

/** Returns `replaceForm`, which starts again after the intent has ended, and moves the focus to what says so. */
export function useReplacement(restart: () => Promise<void>) {
  const [hasExpired, setHasExpired] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const replaceForm = async () => {
    setHasExpired(true)
    await restart()
    focusSoon(() => container.current?.querySelector<HTMLElement>('p.hint, [role="alert"]') ?? null)
  }
  return { container, hasExpired, replaceForm }
}

/** Refusals after which the item says what has happened to its class or date. */
const OUTDATED = new Set(['PRICE_CHANGED', 'NOT_FOUND', 'RUN_CLOSED', 'SEATS_GONE', 'ALREADY_ENROLLED'])

/** Returns the item's intent, and `restart`, which reads the item again and then requests an intent at its current price. */
function useCurrentIntent(item: CartItem) {
  const client = useQueryClient()
  const { data, error, refetch } = useIntent(item)
  const { _id, price } = item
  const rereadItem = useCallback(() => client.refetchQueries({ queryKey: cartItemQuery(_id).queryKey }), [client, _id])
  const isOutdated = isAppError(error) && OUTDATED.has(error.code)
  useEffect(() => {
    if (isOutdated) void rereadItem()
  }, [isOutdated, rereadItem])
  const restart = async () => {
    await rereadItem()
    // Another price is another query, which starts on its own.
    if (client.getQueryData(cartItemQuery(_id).queryKey)?.price === price) await refetch()
  }
  return { data, error, restart }
}

interface NoticeProps {
  price: number
  firstPrice: number
  hasExpired: boolean
}

/** Says above the form what has changed since the page was opened, and that nothing was charged. */
function Notice({ price, firstPrice, hasExpired }: NoticeProps) {
  if (price !== firstPrice)
    return (
      <p role="status" className="hint">
        The price of this class has changed from <Price amount={firstPrice} /> to <Price amount={price} />. Nothing was
        charged. Check the new price before you pay.
      </p>
    )
  if (!hasExpired) return null
  return (
    <p role="status" className="hint">
      This checkout had expired. Nothing was charged. Enter your card again to pay.
    </p>
  )
}

interface IntentRefusedProps {
  item: CartItem
  error: Error
  onRetry: () => void
}

/** Reason that the payment cannot start, and the next step. It offers a retry only where that may help. */
function IntentRefused({ item, error, onRetry }: IntentRefusedProps) {
  const { message } = error
  switch (error instanceof CallError ? error.code : '') {
    case 'ALREADY_ENROLLED':
      return <ItemOutcome cartId={item._id} otherwise={<AlreadyEnrolled item={item} message={message} />} />
    case 'ATTEMPT_CLOSED':
      return <AttemptClosed message={message} onRetry={onRetry} />
    case 'HOLD_USED_UP':
      return (
        <Stopped message={message}>
          <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
        </Stopped>
      )
    case 'TOO_MANY_HOLDS':
      return <TooManyHolds request={toSeatRequest(item)} message={message} onRetry={onRetry} />
    case 'SEATS_GONE':
    case 'PROVIDER_REFUSED':
      return <NothingToBuy message={message} />
    case 'NOT_FOUND':
      return <NothingToBuy message="This class is no longer offered." />
    default:
      return <Failed message={message} onRetry={onRetry} />
  }
}

function AlreadyEnrolled({ item, message }: { item: CartItem; message: string }) {
  return (
    <Stopped message={message}>
      <ButtonLink to={`/dashboard/class/${item.classId}`}>Play Class</ButtonLink>
    </Stopped>
  )
}
