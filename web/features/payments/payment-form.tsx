import { type FormEvent, useId } from 'react'
import { Link } from 'react-router'
import { HOLD_MINUTES } from '#contract/values/limits.ts'
import { describeCancellation } from '#web/school/cancellation.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { formatClock } from '#web/ui/text/dates.ts'
import { CARD_FIELDS } from './card-fields.tsx'
import { SandboxHint } from './sandbox/sandbox-hint.tsx'
import { TestMode } from './test-mode.tsx'
import { type PaymentOptions, usePayment } from './use-payment.ts'

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
      {!isCharged && <CancellationTerms id={termsId} />}
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

function CancellationTerms({ id }: { id: string }) {
  const { cancelDays, cancellationTerms } = useSchool()
  return (
    <p id={id} className="wrap-anywhere -mt-3 whitespace-pre-line text-sm">
      {describeCancellation(cancelDays)} {cancellationTerms}{' '}
      <Link to="/refunds" className="link">
        Refund terms
      </Link>
    </p>
  )
}
