import { type FormEvent, Suspense } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/states.tsx'
import { CARD_FIELDS } from './card-fields.ts'
import { SandboxHint } from './sandbox/sandbox-hint.tsx'
import { type Payer, usePayment } from './use-payment.ts'

interface PaymentFormProps {
  item: CartItem
  payer: Payer
  clientSecret: string
  onDone: (transactionId: string) => void
}

/** The card, the Pay button, and whatever there is to say about it. */
export function PaymentForm({ item, payer, clientSecret, onDone }: PaymentFormProps) {
  const { cards } = useSchool()
  const { charged, busy, message, ready, onReady, pay, note } = usePayment({ item, payer, clientSecret, onDone })
  const CardFields = CARD_FIELDS[cards.provider]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (charged ? note() : pay())
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-6">
      {!charged && (
        <Suspense fallback={<Loading what="the card form" />}>
          <CardFields clientSecret={clientSecret} payer={payer} onReady={onReady} />
        </Suspense>
      )}
      <Button type="submit" className="btn-lg" disabled={!ready && !charged} busy={busy}>
        {charged ? 'Try again' : 'Pay'}
      </Button>
      {message && (
        <p role="alert" className="text-error-ink">
          {message}
        </p>
      )}
      {cards.provider === 'sandbox' && <SandboxHint />}
    </form>
  )
}
