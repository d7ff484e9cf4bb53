import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useMemo, useState } from 'react'
import { useSchool } from '#web/school/school.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import type { CardFieldsProps, Outcome } from '../card-provider.ts'

const COULD_NOT_LOAD =
  'The card form could not be loaded. Nothing was charged. Please look at your connection, or at what blocks js.stripe.com.'

const NO_ANSWER = 'The card provider does not answer. Please try again; nothing is ever charged twice.'

/** Stripe's own card fields. Its script is loaded by the first payment page, once. */
export default function StripeFields(props: CardFieldsProps) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const stripe = useStripeScript(tries, () => setFailed(true))
  const { clientSecret } = props
  const options = useMemo(() => ({ clientSecret }), [clientSecret])
  const retry = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  if (failed) return <Failed message={COULD_NOT_LOAD} onRetry={retry} />
  if (!stripe) return <Loading what="the card form" />
  return (
    <Elements key={tries} stripe={stripe} options={options}>
      <Fields {...props} onFailed={() => setFailed(true)} />
    </Elements>
  )
}

/** Stripe.js, once it is there. Each further try loads the script again if it is not. */
function useStripeScript(tries: number, onFailed: () => void): Stripe | null {
  const { cards } = useSchool()
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const key = cards.provider === 'stripe' ? cards.publishableKey : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try is a reason of its own, the callback is none
  useEffect(() => {
    if (!key) return
    let gone = false
    const load = loadStripe(key)
    load.then((loaded) => !gone && setStripe(loaded)).catch(() => !gone && onFailed())
    return () => {
      gone = true
    }
  }, [key, tries])
  return stripe
}

function Fields({ payer, onReady, onFailed }: CardFieldsProps & { onFailed: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const [loaded, setLoaded] = useState(false)
  const { email, name } = payer
  useEffect(() => {
    if (!stripe || !elements || !loaded) return
    onReady(() => confirm(stripe, elements, { email, name }).catch(() => ({ paid: false, message: NO_ANSWER })))
    return () => onReady(null)
  }, [stripe, elements, loaded, onReady, email, name])
  return <PaymentElement onReady={() => setLoaded(true)} onLoadError={onFailed} />
}

/** Source: https://docs.stripe.com/js/payment_intents/confirm_payment */
async function confirm(stripe: Stripe, elements: StripeElements, payer: CardFieldsProps['payer']): Promise<Outcome> {
  const { error: incomplete } = await elements.submit()
  // The fields themselves say what is missing.
  if (incomplete) return { paid: false, message: null }
  const confirmParams = {
    return_url: location.origin + location.pathname,
    payment_method_data: { billing_details: payer },
  }
  const { error, paymentIntent } = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
  if ((paymentIntent ?? error?.payment_intent)?.status === 'succeeded') return { paid: true }
  if (error?.type === 'validation_error') return { paid: false, message: null }
  return { paid: false, message: error?.message ?? 'The card could not be charged. Please try again.' }
}
