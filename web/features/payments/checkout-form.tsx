import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useId } from 'react'
import type { CartItem } from '#contract/cart.ts'
import type { CheckoutPreview } from '#contract/checkout.ts'
import { cartQuery } from '#web/features/cart/cart.query.ts'
import { queryKeys } from '#web/queries.ts'
import { Price } from '#web/school/price.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { formatClock } from '#web/ui/text/dates.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { Attempt } from './attempt.tsx'
import { checkoutPreviewQuery, toCheckoutRequest, useCompleteOrder } from './checkout.query.ts'
import { AttemptRefused } from './checkout-refused.tsx'
import { isAppError, useHeldIntent } from './intent.query.ts'
import type { ChosenMeans } from './means-fields.tsx'
import { PaymentForm } from './payment-form.tsx'

/** Returns what selected classes cost, and `reread`, which reads them again and then what they cost. */
export function usePreview(items: CartItem[], means: ChosenMeans, options: { enabled?: boolean } = {}) {
  const ids = items.map(({ _id }) => _id)
  const { refuse } = means
  const { data: preview, error, refetch } = useQuery({ ...checkoutPreviewQuery(ids, means), ...options })
  const reread = useReread(refetch)
  useEffect(() => {
    if (!isAppError(error)) return
    if (error.code === 'CODE_INVALID') refuse(error.message)
    else void reread()
  }, [error, reread, refuse])
  return { preview, error, reread }
}

/** Returns the zone of all items; null where there are several. */
export function findItemsZone(items: CartItem[]): string | null {
  const [zone = null, ...others] = new Set(items.map(({ time_zone }) => time_zone))
  return others.length === 0 ? zone : null
}

/** Returns a function that reads the cart again, and then what it costs. */
function useReread(refetch: () => Promise<unknown>): () => Promise<void> {
  const client = useQueryClient()
  const { user } = useSession()
  const email = user?.email ?? ''
  return useCallback(async () => {
    await client.refetchQueries({ queryKey: cartQuery(email).queryKey })
    await client.refetchQueries({ queryKey: queryKeys.cartItem, type: 'active' })
    await refetch()
  }, [client, email, refetch])
}

/** Reductions of the card's part of a checkout: discounts, vouchers and credit. */
export function Discounts({ preview: { lines, voucher, credit } }: { preview: CheckoutPreview }) {
  const discounts = lines.filter(({ kind }) => kind === 'discount')
  if (discounts.length === 0 && voucher + credit === 0) return null
  return (
    <ul aria-label="Discounts">
      {discounts.map(({ cartId, text, amount }) => (
        <Discount key={`${cartId} ${text}`} text={text} amount={-amount} />
      ))}
      {voucher > 0 && <Discount text="Gift voucher" amount={voucher} />}
      {credit > 0 && <Discount text="Your credit" amount={credit} />}
    </ul>
  )
}

/** An amount that the card does not pay. */
export function Discount({ text, amount }: { text: string; amount: number }) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-line border-t py-3">
      <span className="wrap-anywhere">{text}</span>
      <span className="tabular-nums">
        −<Price amount={amount} />
      </span>
    </li>
  )
}

interface CheckoutFormProps {
  items: CartItem[]
  means: ChosenMeans
  preview: CheckoutPreview
  /** The cancellation terms, beside Pay. */
  terms: ReactNode
  reread: () => Promise<void>
  onDone: (transactionId: string) => void
}

/** Holds the seats and shows the card form, or why there is none. Other codes, or credit, begin a new one. */
export function CheckoutForm({ onDone, ...props }: CheckoutFormProps) {
  const { codes, usesCredit, forget } = props.means
  const finish = useCallback(
    (transactionId: string) => {
      forget()
      onDone(transactionId)
    },
    [forget, onDone],
  )
  return <HeldForm key={`${usesCredit} ${codes.join()}`} {...props} onDone={finish} />
}

function HeldForm({ items, means, preview, terms, reread, onDone }: CheckoutFormProps) {
  const { refuse } = means
  const { due: amount } = preview
  const request = toCheckoutRequest(
    items.map(({ _id }) => _id),
    means,
    amount,
  )
  const { data: intent, error, refetch } = useHeldIntent(request.key, request.send)
  const restart = async () => {
    await reread()
    await refetch()
  }
  useEffect(() => {
    if (!isAppError(error) || error.code === 'TOO_MANY_HOLDS') return
    if (error.code === 'CODE_INVALID') refuse(error.message)
    else void reread()
  }, [error, reread, refuse])
  const seats = items.reduce((all, item) => all + item.seats, 0)
  const options = { terms, amount, seats, timeZone: findItemsZone(items), onDone, onReturned: onDone }
  return (
    <Attempt
      {...{ intent, error, amount, restart }}
      refused={(refusal) => <AttemptRefused error={refusal} request={request} onRetry={() => void restart()} />}
    >
      {({ clientSecret, heldUntil, ...order }, replaceForm) =>
        clientSecret === null ? (
          <FreeForm order={{ ...order, heldUntil }} terms={terms} onDone={onDone} onExpired={replaceForm} />
        ) : (
          <PaymentForm key={clientSecret} {...{ clientSecret, heldUntil }} {...options} onCanceled={replaceForm} />
        )
      }
    </Attempt>
  )
}

interface FreeFormProps {
  order: { orderId: string; number: number; heldUntil: number }
  deadline?: string | undefined
  terms: ReactNode
  onDone: (transactionId: string) => void
  onExpired: () => Promise<void>
}

/** Completes an order of which the card pays nothing. */
export function FreeForm({ order, deadline, terms, onDone, onExpired }: FreeFormProps) {
  const { orderId, number, heldUntil } = order
  const completeOrder = useCompleteOrder()
  const { isBusy, run } = useBusy()
  const termsId = useId()
  const complete = async () => {
    try {
      await completeOrder(orderId)
    } catch (error) {
      if (isAppError(error as Error)) return onExpired()
      throw error
    }
    toastSuccess('Your payments successfully Done!')
    onDone(`${number}`)
  }
  return (
    <div className="grid gap-6">
      <p>Nothing is left to pay. We hold this for you until {deadline ?? formatClock(heldUntil)}.</p>
      <Button className="btn-lg" busy={isBusy} onClick={() => run(complete)} aria-describedby={termsId}>
        Complete order
      </Button>
      <div id={termsId} className="wrap-anywhere -mt-3 grid gap-2 text-sm">
        {terms}
      </div>
    </div>
  )
}
