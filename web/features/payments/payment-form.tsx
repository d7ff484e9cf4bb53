import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, useCallback, useId, useState } from 'react'
import { Link } from 'react-router'
import type { CartItem } from '#contract/cart.ts'
import type { PublicSettings } from '#contract/school.ts'
import { HOLD_MINUTES } from '#contract/values/limits.ts'
import { QuotedTerms } from '#web/features/terms/terms-in-words.tsx'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/states.tsx'
import { formatClock } from '#web/ui/text/dates.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { type CardFieldsProps, type Confirm, parseIntentId } from './card-provider.ts'
import { cartTermsQuery } from './payments.query.ts'
import { describeRecordError, useRecordPayment } from './record-payment.ts'
import { SandboxHint } from './sandbox/sandbox-hint.tsx'
import { TestMode } from './test-mode.tsx'

interface PaymentFormProps extends PaymentOptions {
  /** When the seat's hold ends, in milliseconds. */
  heldUntil: number
}

/** The card fields, the Pay button with its terms, and the messages of the payment. */
export function PaymentForm({ heldUntil, ...options }: PaymentFormProps) {
  const { cards } = useSchool()
  const { isCharged, busy, message, isReady, onReady, pay, record } = usePayment(options)
  const { clientSecret, payer } = options
  const termsId = useId()
  const CardFields = CARD_FIELDS[cards.provider]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (isCharged ? record() : pay())
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-6">
      {!isCharged && (
        <>
          <p>
            We hold your seat for {HOLD_MINUTES} minutes, until {formatClock(heldUntil)}.
          </p>
          <CardFields clientSecret={clientSecret} payer={payer} onReady={onReady} />
        </>
      )}
      <Button
        type="submit"
        className="btn-lg"
        disabled={!isReady && !isCharged}
        busy={busy}
        aria-describedby={isCharged ? undefined : termsId}
      >
        {isCharged ? (
          'Try again'
        ) : (
          <>
            Pay <Price amount={options.item.price} />
          </>
        )}
      </Button>
      {!isCharged && <CancellationTerms id={termsId} cartId={options.item._id} />}
      {message && (
        <p role="alert" className="text-error-ink">
          {message}
        </p>
      )}
      {cards.provider === 'sandbox' ? <SandboxHint /> : <TestMode note={TEST_CARDS} />}
    </form>
  )
}

const TEST_CARDS = (
  <a href="https://docs.stripe.com/testing" className="link">
    Stripe’s test cards
  </a>
)

/** The terms that this checkout has frozen. */
function CancellationTerms({ id, cartId }: { id: string; cartId: string }) {
  const { cancellationTerms } = useSchool()
  const { data: terms } = useQuery(cartTermsQuery(cartId))
  return (
    <div id={id} className="wrap-anywhere -mt-3 grid gap-2 text-sm">
      {terms && <QuotedTerms quotes={terms.quotes} timeZone={terms.time_zone} />}
      {terms?.text && <p className="whitespace-pre-line">{terms.text}</p>}
      {cancellationTerms && <p className="whitespace-pre-line">{cancellationTerms}</p>}
      <Link to="/refunds" className="link justify-self-start">
        Refund terms
      </Link>
    </div>
  )
}

/** The card fields of each provider, loaded on the payment page only. */
type Provider = PublicSettings['cards']['provider']

const LOADING = <Loading what="the card form" />

const CARD_FIELDS: Record<Provider, ComponentType<CardFieldsProps>> = {
  sandbox: lazyView(() => import('./sandbox/sandbox-fields.tsx'), LOADING),
  stripe: lazyView(() => import('./stripe/stripe-fields.tsx'), LOADING),
}

/**
 * The steps of a payment in the browser: `pay` confirms the card (`payNow`), then records the payment (`recordNow`).
 * Once the card is charged, `record` repeats the second step only, so that nothing is charged twice.
 */
interface Payer {
  email: string
  name: string
}

interface PaymentOptions {
  item: CartItem
  payer: Payer
  clientSecret: string
  onDone: (transactionId: string) => void
  /** Called where the server has ended the intent, so that nothing was charged and a new intent is needed. */
  onCanceled: () => Promise<void>
}

function usePayment({ item, payer, clientSecret, onDone, onCanceled }: PaymentOptions) {
  const [isCharged, setIsCharged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [confirm, setConfirm] = useState<Confirm | null>(null)
  const recordPayment = useRecordPayment()
  // Wrapped, since React calls a function that a setter receives.
  const onReady = useCallback((ready: Confirm | null) => setConfirm(() => ready), [])

  async function recordNow() {
    const transactionId = parseIntentId(clientSecret)
    try {
      await recordPayment({ item, payer, transactionId })
    } catch (error) {
      return setMessage(describeRecordError(error))
    }
    toastSuccess('Your payments successfully Done!')
    onDone(transactionId)
  }

  async function payNow() {
    const outcome = await confirm?.()
    if (outcome?.status === 'canceled') return onCanceled()
    if (outcome?.status !== 'paid') return setMessage(outcome?.message ?? null)
    setIsCharged(true)
    await recordNow()
  }

  async function runAlone(step: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setMessage(null)
    await step()
    setBusy(false)
  }

  return {
    isCharged,
    busy,
    message,
    isReady: confirm !== null,
    onReady,
    pay: () => runAlone(payNow),
    record: () => runAlone(recordNow),
  }
}
