import { Checkout } from '#web/features/payment/checkout.tsx'
import { BackFromBank } from '#web/features/payment/stripe/back-from-bank.tsx'
import { Titled } from '#web/school/titled.tsx'
import type { Route } from './+types/payment.ts'

export default function Payment({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Payment" />
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Payment</h1>
      <BackFromBank key={params.id}>
        <Checkout cartId={params.id} />
      </BackFromBank>
    </>
  )
}
