import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { cartItemQuery } from '#web/features/cart/cart.query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Attempt } from './attempt.tsx'
import { AttemptRefused, NothingToBuy, Stopped } from './checkout-refused.tsx'
import { isAppError, toSeatRequest, useIntent } from './intent.query.ts'
import { ItemOutcome } from './item-outcome.tsx'
import { PaymentForm } from './payment-form.tsx'
import { ItemTerms } from './payment-terms.tsx'

interface IntentCheckoutProps {
  item: CartItem
  onDone: (transactionId: string) => void
}

/** Requests an intent and shows the card form, or why there is none. */
export function IntentCheckout({ item, onDone }: IntentCheckoutProps) {
  const { data: intent, error, restart } = useCurrentIntent(item)
  const { total: amount, seats, time_zone: timeZone } = item
  const options = { item, amount, seats, timeZone, terms: <ItemTerms cartId={item._id} />, onDone }
  return (
    <Attempt
      {...{ intent, error, restart }}
      amount={item.price}
      noun="price"
      refused={(refusal) => <IntentRefused item={item} error={refusal} onRetry={() => void restart()} />}
    >
      {(current, replaceForm) => (
        <PaymentForm key={current.clientSecret} {...current} {...options} onCanceled={replaceForm} />
      )}
    </Attempt>
  )
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

interface IntentRefusedProps {
  item: CartItem
  error: Error
  onRetry: () => void
}

/** Reason that this class cannot be paid for, and the next step. */
function IntentRefused({ item, error, onRetry }: IntentRefusedProps) {
  const { message } = error
  switch (error instanceof CallError ? error.code : '') {
    case 'ALREADY_ENROLLED':
      return <ItemOutcome cartId={item._id} otherwise={<AlreadyEnrolled item={item} message={message} />} />
    case 'SEATS_GONE':
    case 'PROVIDER_REFUSED':
      return <NothingToBuy message={message} />
    case 'NOT_FOUND':
      return <NothingToBuy message="This class is no longer offered." />
    default:
      return <AttemptRefused {...{ error, onRetry }} request={toSeatRequest(item)} />
  }
}

function AlreadyEnrolled({ item, message }: { item: CartItem; message: string }) {
  return (
    <Stopped message={message}>
      <ButtonLink to={`/dashboard/class/${item.classId}`}>Play Class</ButtonLink>
    </Stopped>
  )
}
