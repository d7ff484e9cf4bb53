import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useMemo, useState } from 'react'
import type { CardFieldsProps, Outcome } from '#web/features/payments/card-provider.ts'
import { useSchool } from '#web/school/school.ts'
import { Failed, Loading } from '#web/ui/states.tsx'

const COULD_NOT_LOAD =
  'The card form could not be loaded. Nothing was charged. Check your connection, and that js.stripe.com is not blocked.'

const NO_RESPONSE = "The card provider didn't respond. Try again; you won't be charged twice."

/** Stripe's own card fields. The first payment page loads Stripe's script, once. */
export default function StripeFields(props: CardFieldsProps) {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  const stripe = useStripeScript(attempt, () => setFailed(true))
  const { clientSecret } = props
  const options = useMemo(() => ({ clientSecret }), [clientSecret])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  if (failed) return <Failed message={COULD_NOT_LOAD} onRetry={retry} />
  if (!stripe) return <Loading what="the card form" />
  return (
    <Elements key={attempt} stripe={stripe} options={options}>
      <Fields {...props} onFailed={() => setFailed(true)} />
    </Elements>
  )
}

/** Returns Stripe.js once it is loaded. Each new attempt loads the script again after a failure. */
function useStripeScript(attempt: number, onFailed: () => void): Stripe | null {
  const { cards } = useSchool()
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const key = cards.provider === 'stripe' ? cards.publishableKey : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again, a new callback does not
  useEffect(() => {
    if (!key) return
    let isUnmounted = false
    const load = loadStripe(key)
    load.then((loaded) => !isUnmounted && setStripe(loaded)).catch(() => !isUnmounted && onFailed())
    return () => {
      isUnmounted = true
    }
  }, [key, attempt])
  return stripe
}

function Fields({ payer, onReady, onFailed }: CardFieldsProps & { onFailed: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const [isLoaded, setIsLoaded] = useState(false)
  const { email, name } = payer
  useEffect(() => {
    if (!stripe || !elements || !isLoaded) return
    onReady(() => confirm(stripe, elements, { email, name }).catch(() => ({ status: 'unpaid', message: NO_RESPONSE })))
    return () => onReady(null)
  }, [stripe, elements, isLoaded, onReady, email, name])
  return <PaymentElement onReady={() => setIsLoaded(true)} onLoadError={onFailed} />
}

/** Source: https://docs.stripe.com/js/payment_intents/confirm_payment */
async function confirm(stripe: Stripe, elements: StripeElements, payer: CardFieldsProps['payer']): Promise<Outcome> {
  const { error: incomplete } = await elements.submit()
  // Stripe's fields show what is missing.
  if (incomplete) return { status: 'unpaid', message: null }
  const confirmParams = {
    return_url: location.origin + location.pathname,
    payment_method_data: { billing_details: payer },
  }
  const { error, paymentIntent } = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
  const { status } = paymentIntent ?? error?.payment_intent ?? {}
  if (status === 'succeeded') return { status: 'paid' }
  if (status === 'canceled') return { status: 'canceled' }
  if (error?.type === 'validation_error') return { status: 'unpaid', message: null }
  elements.getElement('payment')?.focus()
  return { status: 'unpaid', message: error?.message ?? 'The card could not be charged. Try again.' }
}
