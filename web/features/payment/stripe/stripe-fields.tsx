import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { useSchool } from '#web/school/school.ts'
import { Failed } from '#web/ui/states.tsx'
import type { CardFieldsProps, Outcome } from '../card-provider.ts'

let stripe: Promise<Stripe | null> | undefined

/** Stripe's own card fields. Its script is loaded by the first payment page, once. */
export default function StripeFields(props: CardFieldsProps) {
  const { cards } = useSchool()
  if (cards.provider !== 'stripe') return null
  stripe ??= loadStripe(cards.publishableKey)
  return (
    <Elements stripe={stripe} options={{ clientSecret: props.clientSecret }}>
      <Fields {...props} />
    </Elements>
  )
}

function Fields({ payer, onReady }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [loaded, setLoaded] = useState(false)
  const [failed, setFailed] = useState(false)
  const { email, name } = payer
  useEffect(() => {
    if (!stripe || !elements || !loaded) return
    onReady(async (): Promise<Outcome> => {
      const confirmParams = { return_url: location.href, payment_method_data: { billing_details: { email, name } } }
      const { error, paymentIntent } = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      if ((paymentIntent ?? error?.payment_intent)?.status === 'succeeded') return { paid: true }
      if (error?.type === 'validation_error') return { paid: false, message: null }
      return { paid: false, message: error?.message ?? 'The card could not be charged. Please try again.' }
    })
    return () => onReady(null)
  }, [stripe, elements, loaded, onReady, email, name])
  if (failed)
    return (
      <Failed message="The card form could not be loaded. Nothing was charged." onRetry={() => location.reload()} />
    )
  return <PaymentElement onReady={() => setLoaded(true)} onLoadError={() => setFailed(true)} />
}
