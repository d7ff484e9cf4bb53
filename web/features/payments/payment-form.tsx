import { type ComponentType, type FormEvent, type ReactNode, useCallback, useId, useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import type { PublicSettings } from '#contract/school.ts'
import { HOLD_MINUTES } from '#contract/values/limits.ts'
import { describeZone } from '#contract/values/session-times.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/states.tsx'
import { formatClock } from '#web/ui/text/dates.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { type CardFieldsProps, type Confirm, type Payer, parseIntentId } from './card-provider.ts'
import { describeRecordError, isMoneyReturned, useRecordPayment } from './record-payment.ts'
import { SandboxHint } from './sandbox/sandbox-hint.tsx'
import { TestMode } from './test-mode.tsx'

interface PaymentFormProps extends PaymentOptions {
  amount: number
  /** The number of seats that are paid for; 0 for what is not held. */
  seats: number
  /** The cancellation terms, beside Pay. */
  terms: ReactNode
  /** The end of the seat's hold, in milliseconds. */
  heldUntil: number
  /** The end of a hold that is longer than others. */
  deadline?: string | undefined
  /** That of the dates beside the form; absent where they have several. */
  timeZone?: string | null | undefined
}

/** The card fields, the Pay button with its terms, and the messages of the payment. */
export function PaymentForm(props: PaymentFormProps) {
  const { amount, seats, terms, heldUntil, deadline, timeZone, ...options } = props
  const { cards } = useSchool()
  const payer = usePayer()
  const { isCharged, busy, message, isReady, onReady, pay, record } = usePayment({ ...options, payer })
  const { clientSecret } = options
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
          {seats > 0 && (
            <p>
              We hold {seats > 1 ? 'your seats' : 'your seat'}{' '}
              {deadline ? `until ${deadline}` : `for ${HOLD_MINUTES} minutes, until ${formatEnd(heldUntil, timeZone)}`}.
            </p>
          )}
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
            Pay <Price amount={amount} />
          </>
        )}
      </Button>
      {!isCharged && (
        <div id={termsId} className="wrap-anywhere -mt-3 grid gap-2 text-sm">
          {terms}
        </div>
      )}
      {message && (
        <p role="alert" className="text-error-ink">
          {message}
        </p>
      )}
      {cards.provider === 'sandbox' ? <SandboxHint /> : <TestMode note={TEST_CARDS} />}
    </form>
  )
}

/** Returns the logged-in user, as the charge names them. */
function usePayer(): Payer {
  const { user } = useSession()
  return { email: user?.email || 'unknown', name: user?.displayName || 'unknown' }
}

/** `15:04 (Europe/Oslo)`, in the zone of the school for one that this browser does not know. */
function formatEnd(time: number, timeZone: string | null | undefined): string {
  if (!timeZone) return formatClock(time)
  try {
    const format = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
    return `${format.format(time)} (${describeZone(timeZone)})`
  } catch {
    return formatClock(time)
  }
}

const TEST_CARDS = (
  <a href="https://docs.stripe.com/testing" className="link">
    Stripe's test cards
  </a>
)

type Provider = PublicSettings['cards']['provider']

const LOADING = <Loading what="the card form" />

/** The card fields of each provider, loaded on the payment page only. */
const CARD_FIELDS: Record<Provider, ComponentType<CardFieldsProps>> = {
  sandbox: lazyView(() => import('./sandbox/sandbox-fields.tsx'), LOADING),
  stripe: lazyView(() => import('./stripe/stripe-fields.tsx'), LOADING),
}

interface PaymentOptions {
  /** The only class that is paid for; absent where there are several. */
  item?: CartItem
  clientSecret: string
  onDone: (transactionId: string) => void
  /** Called where the card was charged, and nothing bought. By default the page finds that out. */
  onReturned?: (transactionId: string) => void
  /** Called where the server has ended the intent, so that nothing was charged and a new intent is needed. */
  onCanceled: () => Promise<void>
}

/**
 * The steps of a payment in the browser: `pay` confirms the card (`payNow`), then records the payment (`recordNow`).
 * Once the card is charged, `record` repeats the second step only, so that nothing is charged twice.
 */
function usePayment(options: PaymentOptions & { payer: Payer }) {
  const { item, payer, clientSecret, onDone, onReturned, onCanceled } = options
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
      if (isMoneyReturned(error)) onReturned?.(transactionId)
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
